package basalt.text;

import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.TreeType;
import basalt.component.TreeType.OnParentDestroy;
import basalt.world.World;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/** Components of texts, and short forms of reading and writing. */
final class Level {
    record Place(float x, float y) {}

    record Sealed() {}

    enum Kind {
        STEEL,
        WOOD
    }

    record Hull(int points, Kind kind, @Length(3) short[] steel) {}

    record Mount(@EntityHandle long on) {}

    record Captain(String name, List<String> letters, Map<String, Integer> visits) {}

    record Route(@EntityHandle long from, @EntityHandle long to, double tons) {}

    static final TreeType SQUADS = TreeType.of("squads of texts", OnParentDestroy.DETACH);

    private Level() {}

    static WorldText of(World world) {
        return WorldText.of(world, Place.class, Sealed.class, Hull.class, Mount.class, Captain.class, Route.class);
    }

    static long[] read(WorldText text, String document) {
        return text.read(document);
    }

    static String write(WorldText text) {
        StringWriter writer = new StringWriter();
        text.write(writer);
        return writer.toString();
    }
}
