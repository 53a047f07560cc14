package basalt.examples.showcase.bullets.bulletml;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The allowed children of an element, in any order.
 *
 * @param many elements that can be repeated
 * @param once groups of which at most one element can be present
 * @param required the groups of which one element must be present
 */
record Content(Set<Tag> many, List<Set<Tag>> once, List<Set<Tag>> required) {
    private static final Set<Tag> ACTIONS = EnumSet.of(Tag.ACTION, Tag.ACTION_REF);
    private static final Set<Tag> BULLETS = EnumSet.of(Tag.BULLET, Tag.BULLET_REF);
    private static final Set<Tag> DIRECTION = EnumSet.of(Tag.DIRECTION);
    private static final Set<Tag> SPEED = EnumSet.of(Tag.SPEED);
    private static final Set<Tag> TERM = EnumSet.of(Tag.TERM);
    private static final Set<Tag> TIMES = EnumSet.of(Tag.TIMES);
    private static final Content PARAMS = any(Tag.PARAM);
    private static final Content NOTHING = new Content(Set.of(), List.of(), List.of());

    private static final Map<Tag, Content> OF = new EnumMap<>(Map.ofEntries(
            Map.entry(Tag.BULLETML, any(Tag.BULLET, Tag.ACTION, Tag.FIRE)),
            Map.entry(Tag.BULLET, new Content(ACTIONS, List.of(DIRECTION, SPEED), List.of())),
            Map.entry(
                    Tag.ACTION,
                    any(
                            Tag.REPEAT,
                            Tag.FIRE,
                            Tag.FIRE_REF,
                            Tag.CHANGE_SPEED,
                            Tag.CHANGE_DIRECTION,
                            Tag.ACCEL,
                            Tag.WAIT,
                            Tag.VANISH,
                            Tag.ACTION,
                            Tag.ACTION_REF)),
            Map.entry(Tag.FIRE, new Content(Set.of(), List.of(DIRECTION, SPEED, BULLETS), List.of(BULLETS))),
            Map.entry(Tag.BULLET_REF, PARAMS),
            Map.entry(Tag.ACTION_REF, PARAMS),
            Map.entry(Tag.FIRE_REF, PARAMS),
            Map.entry(Tag.REPEAT, both(TIMES, ACTIONS)),
            Map.entry(Tag.CHANGE_DIRECTION, both(DIRECTION, TERM)),
            Map.entry(Tag.CHANGE_SPEED, both(SPEED, TERM)),
            Map.entry(
                    Tag.ACCEL,
                    new Content(
                            Set.of(),
                            List.of(EnumSet.of(Tag.HORIZONTAL), EnumSet.of(Tag.VERTICAL), TERM),
                            List.of(TERM)))));

    static Content of(Tag tag) {
        return OF.getOrDefault(tag, NOTHING);
    }

    private static Content any(Tag... tags) {
        return new Content(EnumSet.copyOf(List.of(tags)), List.of(), List.of());
    }

    private static Content both(Set<Tag> first, Set<Tag> second) {
        return new Content(Set.of(), List.of(first, second), List.of(first, second));
    }

    /** The exclusive group of an element; null if it is in none. */
    Set<Tag> groupOf(Tag tag) {
        for (Set<Tag> group : once) {
            if (group.contains(tag)) {
                return group;
            }
        }
        return null;
    }

    /** Whether an element is allowed. */
    boolean allows(Tag tag) {
        return many.contains(tag) || groupOf(tag) != null;
    }

    /** Lists the allowed elements for a message. */
    String inWords() {
        Set<Tag> all = EnumSet.noneOf(Tag.class);
        all.addAll(many);
        once.forEach(all::addAll);
        return all.isEmpty() ? "nothing" : inWords(all, ", ");
    }

    static String inWords(Set<Tag> tags, String between) {
        return tags.stream().map(Tag::toString).collect(Collectors.joining(between));
    }
}
