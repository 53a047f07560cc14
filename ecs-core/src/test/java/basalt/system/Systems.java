package basalt.system;

import basalt.component.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** For tests: collects systems in the order in which they are declared. */
final class Systems {
    private final List<SystemSpec> specs = new ArrayList<>();
    private final List<List<String>> chains = new ArrayList<>();

    Systems add(String name, SystemOption... options) {
        return add(name, List.of(), options);
    }

    Systems add(String name, List<Component<?>> filters, SystemOption... options) {
        specs.add(SystemSpec.of(name, specs.size(), filters, true, options));
        return this;
    }

    Systems chain(String... names) {
        chains.add(Order.requireChain(names));
        return this;
    }

    ScheduleGraph graph() {
        return ScheduleGraph.of(specs, Set.of(), chains);
    }
}
