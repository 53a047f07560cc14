package basalt.text;

import java.util.List;

/** The members of documents and entities that are no components. */
final class Words {
    static final String PREFABS = "prefabs";
    static final String ENTITIES = "entities";

    static final String NAME = "name";
    static final String ID = "id";
    static final String PREFAB = "prefab";
    static final String DISABLED = "disabled";
    static final String DISABLED_COMPONENTS = "disabledComponents";
    static final String WITHOUT = "without";
    static final String TREES = "trees";
    static final String PARTS = "parts";
    static final String CHILDREN = "children";

    static final List<String> OF_DOCUMENT = List.of(PREFABS, ENTITIES);
    static final List<String> OF_ENTITY =
            List.of(NAME, ID, PREFAB, DISABLED, DISABLED_COMPONENTS, WITHOUT, TREES, PARTS, CHILDREN);

    /** So many prefabs of a text may be made of each other, each of the next one. */
    static final int MOST_PREFABS = 100;

    /** The depth of the JSON objects of the lowest entities, of which each is in an array in the one above. */
    static final int MOST_DEPTH = 3 + 2 * 250;

    static final String TOO_DEEP = "entities are more than 250 below each other, which is too deep for a text: attach"
            + " some to entities further up, or save the world by Saves";

    private Words() {}
}
