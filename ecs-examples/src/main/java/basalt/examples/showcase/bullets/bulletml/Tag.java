package basalt.examples.showcase.bullets.bulletml;

import java.util.List;

/** The elements of BulletML 0.21, and their attributes. {@link Content} has their allowed children. */
enum Tag {
    BULLETML("bulletml", "none", "vertical", "horizontal"),
    BULLET("bullet"),
    ACTION("action"),
    FIRE("fire"),
    BULLET_REF("bulletRef"),
    ACTION_REF("actionRef"),
    FIRE_REF("fireRef"),
    REPEAT("repeat"),
    CHANGE_DIRECTION("changeDirection"),
    CHANGE_SPEED("changeSpeed"),
    ACCEL("accel"),
    VANISH("vanish"),
    WAIT("wait"),
    TERM("term"),
    TIMES("times"),
    PARAM("param"),
    DIRECTION("direction", "aim", "absolute", "relative", "sequence"),
    SPEED("speed", "absolute", "relative", "sequence"),
    HORIZONTAL("horizontal", "absolute", "relative", "sequence"),
    VERTICAL("vertical", "absolute", "relative", "sequence");

    private final String xmlName;
    private final List<String> types;

    Tag(String xmlName, String... types) {
        this.xmlName = xmlName;
        this.types = List.of(types);
    }

    /** The element with a name; null if there is none. */
    static Tag of(String xmlName) {
        for (Tag tag : values()) {
            if (tag.xmlName.equals(xmlName)) {
                return tag;
            }
        }
        return null;
    }

    /** The kind of element that it refers to; null if it is not a reference. */
    Tag referred() {
        return switch (this) {
            case BULLET_REF -> BULLET;
            case ACTION_REF -> ACTION;
            case FIRE_REF -> FIRE;
            default -> null;
        };
    }

    /** Whether it can have a label. */
    boolean hasLabel() {
        return referred() != null || this == BULLET || this == ACTION || this == FIRE;
    }

    /** The allowed values of its type attribute; empty if it has none. */
    List<String> types() {
        return types;
    }

    /** Whether it contains a number, and nothing else. */
    boolean isNumber() {
        return ordinal() >= WAIT.ordinal();
    }

    /** The start tag, as in a file. */
    @Override
    public String toString() {
        return "<" + xmlName + ">";
    }
}
