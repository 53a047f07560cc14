/** A columnar entity-component-system over off-heap memory. */
module basalt.core {
    requires transitive org.agrona;
    requires jdk.jfr;
    requires static java.management;

    exports basalt.memory;
    exports basalt.component;
    exports basalt.query;
    exports basalt.world;
}
