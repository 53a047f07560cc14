package basalt.query;

import basalt.component.Component;
import basalt.internal.Friend;
import basalt.memory.frame.FrameLongList;
import basalt.runtime.BulkSpawner;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowWrites;
import java.util.List;
import java.util.Set;

/**
 * Spawns entities of a template, or instances of a prefab, and runs a compiled initialiser over them. Made once and
 * kept; see {@link RowKernel} for how the loop is compiled. For the world's thread only.
 *
 * <p>For a prefab, an entity below means an instance: the counts are numbers of instances, and the handles and
 * rows those of their roots.
 */
public final class SpawnKernel {
    private final BulkSpawner spawner;
    private final KernelDriver driver;
    private final Count count = new Count();

    static {
        Friend.install(SpawnKernel.class, BulkSpawner.Initialiser.class, new RowWrites.Maker<SpawnKernel, Row>() {
            @Override
            public SpawnKernel exported(BulkSpawner.Initialiser initialiser) {
                return new SpawnKernel(initialiser);
            }

            @Override
            public Row row(RowWrites writes, long entity) {
                return new CheckedRow(writes, entity);
            }
        });
    }

    private SpawnKernel(BulkSpawner.Initialiser initialiser) {
        KernelDriver.require(initialiser.body());
        this.spawner = initialiser.spawner();
        spawner.checkKernel();
        RowBody body = initialiser.records() == null
                ? (RowBody) initialiser.body()
                : ofRecords(RecordShape.of(initialiser.records()), initialiser.body());
        this.driver = initialiser.isSpecialised()
                ? RowDriver.specialised(body)
                : new RowDriver(body, new CheckedRow(spawner.writes()));
    }

    private RowBody ofRecords(RecordShape shape, Object body) {
        for (Component<?> component : shape.components()) {
            if (!spawner.components().contains(component)) {
                throw new IllegalArgumentException("the kernel initialises component " + component.name()
                        + ", which what is spawned does not have: it has "
                        + spawner.components().stream().map(Component::name).toList());
            }
        }
        RecordBody.Spawn<?> spawn = (RecordBody.Spawn<?>) body;
        return RecordAdapter.of(
                RecordBody.Update1.class,
                numbered(spawn, count),
                List.of(new RecordAdapter.Read(shape, false)),
                new RecordAdapter.Write(shape, Set.of()));
    }

    private static <A> RecordBody.Update1<A, A> numbered(RecordBody.Spawn<A> spawn, Count count) {
        return a -> spawn.apply(count.next++, a);
    }

    /** The number of the entity that a spawn makes next. */
    private static final class Count {
        private int next;

        /** Starts at 0; returns the number of the spawn around this one, whose body calls it. */
        int begin() {
            int outer = next;
            next = 0;
            return outer;
        }
    }

    /**
     * Spawns entities with the template's values, and runs the initialiser over them in ascending row order. An
     * exception of the initialiser reaches the caller. The entities exist then, and those that were not initialised
     * have the template's values.
     *
     * @param count number of entities, 0 or more
     * @throws IllegalArgumentException if the count is negative
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing was spawned then
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public void spawn(int count) {
        int outer = this.count.begin();
        try {
            spawner.spawn(count, driver);
        } finally {
            this.count.next = outer;
        }
    }

    /**
     * As {@link #spawn(int)}, and appends the handles of the new entities to a list, in ascending row order, before the
     * initialiser runs.
     *
     * @param count number of entities, 0 or more
     * @param handles receives the handles; must have room for all of them
     */
    public void spawn(int count, FrameLongList handles) {
        int outer = this.count.begin();
        try {
            spawner.spawn(count, driver, handles);
        } finally {
            this.count.next = outer;
        }
    }

    /**
     * As {@link #spawn(int)}, one entity for each element of an array. Fills the array with the handles of the new
     * entities, in ascending row order, before the initialiser runs.
     */
    public void spawn(long[] handles) {
        int outer = count.begin();
        try {
            spawner.spawn(driver, handles);
        } finally {
            count.next = outer;
        }
    }

    /**
     * Whether the kernel has a driver class of its own.
     *
     * @return false if the runtime cannot define hidden classes, or specialisation is switched off
     */
    public boolean isSpecialised() {
        return driver.isSpecialised();
    }
}
