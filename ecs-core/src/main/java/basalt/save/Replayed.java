package basalt.save;

import java.util.List;
import java.util.Objects;

/**
 * What was found when ticks were played again.
 *
 * @param ticks the number of ticks that were played
 * @param compared the number of ticks after which hashes were compared
 * @param differentTick the number of the first tick after which the hash was another one than recorded; 0 if all were
 *     the same. The state can differ since the tick after the one that was compared before.
 * @param components the names of the components that differ
 * @param systems the names of the systems that may change these components, by what they have declared; of a replay
 *     {@linkplain Replay#ofEachSystem of each system} the one after which the state first differed, or several if they
 *     have run in one stage and each can have made the difference; empty if the state differed before the first system
 */
public record Replayed(int ticks, int compared, long differentTick, List<String> components, List<String> systems) {
    /**
     * Copies the lists.
     *
     * @param ticks the ticks that were played
     * @param compared the ticks after which hashes were compared
     * @param differentTick the first tick that differs, or 0
     * @param components the components that differ
     * @param systems the systems that may change them
     * @throws IllegalArgumentException if a list, or a name in it, is null
     */
    public Replayed {
        if (components == null || systems == null || hasNull(components) || hasNull(systems)) {
            throw new IllegalArgumentException("components and systems must be lists of names without null");
        }
        components = List.copyOf(components);
        systems = List.copyOf(systems);
    }

    private static boolean hasNull(List<String> names) {
        return names.stream().anyMatch(Objects::isNull);
    }

    static Replayed same(int ticks, int compared) {
        return new Replayed(ticks, compared, 0, List.of(), List.of());
    }

    /**
     * Whether all hashes were the same as recorded.
     *
     * @return true if none differs
     */
    public boolean isSame() {
        return differentTick == 0;
    }
}
