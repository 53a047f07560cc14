package basalt.examples.showcase.bullets.bulletml;

import java.util.List;

/** The elements of BulletML 0.21, and which attributes each may have. What may stand in them says {@link Content}. */
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

    /** The element of a name; null if there is none. */
    static Tag of(String xmlName) {
        for (Tag tag : values()) {
            if (tag.xmlName.equals(xmlName)) {
                return tag;
            }
        }
        return null;
    }

    /** What it is a reference to; null if it is none. */
    Tag referred() {
        return switch (this) {
            case BULLET_REF -> BULLET;
            case ACTION_REF -> ACTION;
            case FIRE_REF -> FIRE;
            default -> null;
        };
    }

    /** Whether it may have a label. */
    boolean hasLabel() {
        return referred() != null || this == BULLET || this == ACTION || this == FIRE;
    }

    /** Which types it may have; none if it has no such attribute. */
    List<String> types() {
        return types;
    }

    /** Whether it contains a number, and nothing else. */
    boolean isNumber() {
        return ordinal() >= WAIT.ordinal();
    }

    /** As it stands in a file. */
    @Override
    public String toString() {
        return "<" + xmlName + ">";
    }
}
