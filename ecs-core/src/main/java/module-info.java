/** A columnar entity-component-system over off-heap memory. */
module basalt.core {
    requires transitive org.agrona;
    requires jdk.jfr;
    requires static java.management;

    exports basalt.memory;
    exports basalt.memory.region;
    exports basalt.memory.frame;
    exports basalt.memory.collection;
    exports basalt.memory.heap;
    exports basalt.memory.pool;
    exports basalt.memory.streaming;
    exports basalt.memory.tracking;
    exports basalt.memory.diagnostic;
    exports basalt.component;
    exports basalt.command;
    exports basalt.condition;
    exports basalt.query;
    exports basalt.selection;
    exports basalt.arrange;
    exports basalt.hierarchy;
    exports basalt.relation;
    exports basalt.save;
    exports basalt.world;
    exports basalt.system;
    exports basalt.replay;
    exports basalt.feed;
    exports basalt.inspect;
}
