/** A columnar entity-component-system over off-heap memory. */
module basalt.core {
    requires transitive org.agrona;
    requires jdk.jfr;
    requires static java.management;

    exports basalt.memory;
    exports basalt.memory.allocator;
    exports basalt.memory.frame;
    exports basalt.memory.tracking;
    exports basalt.component;
    exports basalt.query;
    exports basalt.world;
    exports basalt.save;
    exports basalt.system;
    exports basalt.feed;
    exports basalt.inspect;
}
