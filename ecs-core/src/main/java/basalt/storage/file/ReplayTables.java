package basalt.storage.file;

import basalt.component.Component;
import basalt.component.layout.BlockLayout;
import basalt.storage.RowAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the ticks of a replay refer to by numbers that do not depend on the process: components and event types,
 * templates, and systems. Each gets the next number when it is first needed.
 *
 * <p>Component 0 stands for the entities that are alive, 1 for those that are disabled.
 */
public final class ReplayTables {
    public static final int FIRST_COMPONENT = 2;

    private final List<ReplayType> types = new ArrayList<>();
    private final List<RowAllocator> templates = new ArrayList<>();
    private final List<String> systems = new ArrayList<>();

    /** The numbers of components by their ids; 0 for those that have none. */
    private int[] numbers = new int[FIRST_COMPONENT];

    /** Empty tables. */
    public ReplayTables() {}

    /**
     * The number of a component, or of an event type.
     *
     * @param component the component, or that of the event type
     */
    public int number(Component<?> component) {
        int id = component.id();
        if (id < numbers.length && numbers[id] != 0) {
            return numbers[id];
        }
        types.add(new ReplayType(component));
        if (id >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(id + 1, 2 * numbers.length));
        }
        numbers[id] = FIRST_COMPONENT + types.size() - 1;
        return numbers[id];
    }

    /** The number of a component that has one, by its id. */
    int numberOfId(int id) {
        return numbers[id];
    }

    /** The component of a number. Returns its type; null if there is none. */
    public ReplayType type(int number) {
        int index = number - FIRST_COMPONENT;
        return index >= 0 && index < types.size() ? types.get(index) : null;
    }

    /**
     * The id of what is hashed under a number.
     *
     * @param number a number that has a type, or one below {@link #FIRST_COMPONENT}
     */
    public int id(int number) {
        return number == 0
                ? BlockLayout.ALIVE_ID
                : number == 1
                        ? BlockLayout.DISABLED_ID
                        : type(number).component().id();
    }

    /** {@return the components and event types, in order of their numbers} */
    public List<ReplayType> types() {
        return types;
    }

    public int template(RowAllocator allocator) {
        for (int i = 0; i < templates.size(); i++) {
            if (templates.get(i) == allocator) {
                return i;
            }
        }
        for (Component<?> component : allocator.components()) {
            number(component);
        }
        templates.add(allocator);
        return templates.size() - 1;
    }

    /** Adds a template of a world that is not there. */
    void addUnknownTemplate() {
        templates.add(null);
    }

    /** {@return the allocators of the templates, in order of their numbers; null for those of no world} */
    public List<RowAllocator> templates() {
        return templates;
    }

    public int system(String name) {
        int known = systems.indexOf(name);
        if (known >= 0) {
            return known;
        }
        systems.add(name);
        return systems.size() - 1;
    }

    /** {@return the names of the systems, in order of their numbers} */
    public List<String> systems() {
        return systems;
    }
}
