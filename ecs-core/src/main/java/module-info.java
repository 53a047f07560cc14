/**
 * A columnar entity-component-system over off-heap memory.
 *
 * <p>No argument may be null unless its documentation says so: null is an {@link IllegalArgumentException} that names
 * the argument, or, for a column, a {@link NullPointerException}. A builder's methods return the builder.
 */
module basalt.core {
    requires transitive org.agrona;
    requires jdk.jfr;
    requires static com.fasterxml.jackson.core;
    requires static java.management;
    requires static jdk.management;

    exports basalt.memory;
    exports basalt.memory.allocator;
    exports basalt.memory.frame;
    exports basalt.memory.tracking;
    exports basalt.component;
    exports basalt.query;
    exports basalt.world;
    exports basalt.save;
    exports basalt.text;
    exports basalt.system;
    exports basalt.feed;
    exports basalt.inspect;
}
