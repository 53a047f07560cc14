package basalt.examples.framework.render;

/** A resource of OpenGL or the window system. Close it once, while its context is current. */
interface GlObject extends AutoCloseable {
    @Override
    void close();
}
