package basalt.examples.framework.render;

/** Something that OpenGL or the system holds until it is closed: once, while its context is current. */
interface GlObject extends AutoCloseable {
    @Override
    void close();
}
