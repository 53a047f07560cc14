package basalt.bench.bulk;

import basalt.bench.OperationBenchmark;
import org.openjdk.jmh.annotations.Benchmark;

/** Changes all entities that match a query at once, and changes them back. */
public class BulkChange extends OperationBenchmark {
    /**
     * Adds a component with zeroed columns, then removes it.
     *
     * @param crowd the data
     * @return number of changes
     */
    @Benchmark
    public int component(Crowd crowd) {
        return crowd.addComponent() + crowd.removeComponent();
    }

    /**
     * Adds a component with values, then removes it.
     *
     * @param crowd the data
     * @return number of changes
     */
    @Benchmark
    public int record(Crowd crowd) {
        return crowd.addRecord() + crowd.removeComponent();
    }

    /**
     * Adds a tag, then removes it.
     *
     * @param crowd the data
     * @return number of changes
     */
    @Benchmark
    public int tag(Crowd crowd) {
        return crowd.addTag() + crowd.removeTag();
    }

    /**
     * Disables the entities, then enables them.
     *
     * @param crowd the data
     * @return number of changes
     */
    @Benchmark
    public int enabling(Crowd crowd) {
        return crowd.disable() + crowd.enable();
    }
}
