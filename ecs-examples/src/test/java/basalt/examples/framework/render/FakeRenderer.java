package basalt.examples.framework.render;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/** Records that it draws, and presses the next key at each frame, while there are keys left. */
public final class FakeRenderer extends Renderer {
    public final List<String> calls;
    public final List<Controls.Key> keys = new ArrayList<>();
    public String title = "";

    public FakeRenderer(List<String> calls) {
        super(new Controls());
        this.calls = calls;
    }

    @Override
    void drawFrame() {
        calls.add("draw");
        if (!keys.isEmpty()) {
            controls().press(keys.remove(0));
        }
    }

    @Override
    BufferedImage copyFrame() {
        return new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
    }

    @Override
    public void title(String text) {
        title = text;
    }
}
