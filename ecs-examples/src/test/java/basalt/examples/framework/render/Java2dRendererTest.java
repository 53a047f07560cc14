package basalt.examples.framework.render;

class Java2dRendererTest extends RendererContract {
    @Override
    Renderer open(int width, int height, Scene scene) {
        return RendererKind.JAVA2D.open("test", width, height, scene);
    }
}
