package basalt.bench.published.japes;

import static basalt.system.Access.reads;
import static basalt.system.Access.writesResource;

import basalt.bench.published.OneWay;
import basalt.bench.published.japes.Components.Health;
import basalt.bench.published.japes.Components.Mana;
import basalt.bench.published.japes.Components.State;
import basalt.query.Condition;
import basalt.query.LeftEntities;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.Random;

/** Entities that change, come and go, and observers of all that. Their handles are in a ring, the oldest first. */
abstract class Delta extends OneWay {
    private static final int STARTING_HEALTH = 1000;
    private static final int HURT_ABOVE = 900;
    private static final int CHARGED_BELOW = 100;

    private final int entities;
    private final long[] made;
    private final long[] ring;
    private final long[] stripped;
    private int oldest;
    private int strippedCount;
    private int stripCursor;
    long entered;
    long changed;
    long left;
    long sumOfStates;

    Delta(int entities) {
        this.entities = entities;
        made = new long[Math.max(1, entities / 100)];
        ring = new long[entities + made.length];
        stripped = new long[Math.max(1, entities / 50)];
        stripCursor = 3 * entities / 4;
    }

    /** Spawns all, and runs the systems once. */
    final void createAll() {
        Random random = new Random(42);
        for (int i = 0; i < entities; i++) {
            int health = i % 10 == 0 ? HURT_ABOVE + 1 + random.nextInt(100) : 100 + random.nextInt(800);
            int mana = i % 10 == 1 ? random.nextInt(CHARGED_BELOW) : CHARGED_BELOW + random.nextInt(400);
            ring[i] = spawn(i % 10 == 2 ? 10 * i : 10 * i + 1, health, mana);
        }
        systems();
    }

    abstract long spawn(int state, int health, int mana);

    /** Spawns some with full health and without mana, whose states are consecutive numbers. */
    void spawn(int firstState, long[] handles) {
        for (int i = 0; i < handles.length; i++) {
            handles[i] = spawn(firstState + i, STARTING_HEALTH, 0);
        }
    }

    /** Gives an entity a mana of 0, if it lives. */
    abstract void restore(long entity);

    /** Takes an entity's mana. Returns whether it had one. */
    abstract boolean strip(long entity);

    abstract void destroy(long entity);

    /** Runs the systems that change entities, and those that observe. */
    abstract void systems();

    @Override
    public final int run() {
        for (int i = 0; i < strippedCount; i++) {
            restore(stripped[i]);
        }
        spawn(entities, made);
        for (int i = 0; i < made.length; i++) {
            ring[(oldest + entities + i) % ring.length] = made[i];
        }
        strippedCount = 0;
        for (int i = 0; i < stripped.length; i++) {
            long entity = ring[(oldest + stripCursor++ % ring.length) % ring.length];
            if (strip(entity)) {
                stripped[strippedCount++] = entity;
            }
        }
        for (int i = 0; i < made.length; i++) {
            destroy(ring[oldest]);
            oldest = (oldest + 1) % ring.length;
        }
        systems();
        return strippedCount;
    }

    @Override
    public final float[] values() {
        return Observing.exact(entered, changed, left, sumOfStates);
    }

    /** Plain by records, tuned by columns and a spawn kernel. */
    static final class OfBasalt extends Delta {
        private final World world = World.create();
        private final boolean isTuned;
        private final LeftEntities leavers;
        private final Schedule schedule;
        private final SpawnKernel spawn;
        private int nextState;

        OfBasalt(boolean isTuned, int entities) {
            super(entities);
            this.isTuned = isTuned;
            spawn = world.template()
                    .with(new State(0), new Health(STARTING_HEALTH), new Mana(0))
                    .build()
                    .kernel(row -> row.set(State.VALUE, nextState++));
            leavers = world.query(State.class, Health.class, Mana.class).left();
            schedule = isTuned ? tuned() : plain();
            createAll();
        }

        private Schedule plain() {
            var all = world.query(State.class, Health.class, Mana.class);
            RowKernel hurt = world.query(Health.class)
                    .where(Condition.on(Health.class, health -> health.points() > HURT_ABOVE))
                    .update(health -> health.minus(1));
            RowKernel charge = world.query(Mana.class)
                    .where(Condition.on(Mana.class, mana -> mana.points() < CHARGED_BELOW))
                    .update(mana -> mana.plus(1));
            RowKernel animate = world.query(State.class)
                    .where(Condition.on(State.class, state -> state.value() % 10 == 0))
                    .update(state -> new State(state.value() + 1));
            RowKernel seeEntered = all.entered().each((state, health, mana) -> {
                entered++;
                sumOfStates += state.value();
            });
            RowKernel seeChanged = all.changed(State.class, Health.class, Mana.class)
                    .each((state, health, mana) -> {
                        changed++;
                        sumOfStates += state.value();
                    });
            return schedule(hurt, charge, animate, seeEntered, seeChanged);
        }

        private Schedule tuned() {
            RowKernel hurt = world.query()
                    .where(Health.POINTS)
                    .greaterThan(HURT_ABOVE)
                    .build()
                    .kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) - 1));
            RowKernel charge = world.query()
                    .where(Mana.POINTS)
                    .lessThan(CHARGED_BELOW)
                    .build()
                    .kernel(row -> row.set(Mana.POINTS, row.get(Mana.POINTS) + 1));
            RowKernel animate = world.query()
                    .where(Condition.on(State.class, state -> state.value() % 10 == 0))
                    .build()
                    .kernel(row -> row.set(State.VALUE, row.get(State.VALUE) + 1));
            Query all = world.query().all(State.TYPE, Health.TYPE, Mana.TYPE).build();
            RowKernel seeEntered = all.entered().kernel(row -> {
                entered++;
                sumOfStates += row.get(State.VALUE);
            });
            RowKernel seeChanged = world.query()
                    .all(State.TYPE, Health.TYPE, Mana.TYPE)
                    .changed(State.TYPE, Health.TYPE, Mana.TYPE)
                    .build()
                    .kernel(row -> {
                        changed++;
                        sumOfStates += row.get(State.VALUE);
                    });
            return schedule(hurt, charge, animate, seeEntered, seeChanged);
        }

        private Schedule schedule(RowKernel hurt, RowKernel charge, RowKernel animate, RowKernel... observers) {
            return Schedule.builder(world)
                    .workers(1)
                    .add("hurt", hurt)
                    .add("charge", charge)
                    .add("animate", animate)
                    .add("entered", observers[0], writesResource(Delta.class))
                    .add("changed", observers[1], writesResource(Delta.class))
                    .add(
                            "left",
                            () -> leavers.forEach(entity -> left++),
                            reads(State.class, Health.class, Mana.class),
                            writesResource(Delta.class))
                    .build();
        }

        @Override
        long spawn(int state, int health, int mana) {
            return world.spawn(new State(state), new Health(health), new Mana(mana));
        }

        @Override
        void spawn(int firstState, long[] handles) {
            if (isTuned) {
                nextState = firstState;
                spawn.spawn(handles);
            } else {
                super.spawn(firstState, handles);
            }
        }

        @Override
        void restore(long entity) {
            if (world.isAlive(entity)) {
                world.add(entity, Mana.class); // its points are 0
            }
        }

        @Override
        boolean strip(long entity) {
            return world.remove(entity, Mana.class);
        }

        @Override
        void destroy(long entity) {
            world.destroy(entity);
        }

        @Override
        void systems() {
            schedule.tick(1);
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    /** An array of each field, and flags; entities are slots. */
    static final class OfArrays extends Delta {
        private static final byte MATCHES = 3;

        private final int[] state;
        private final int[] health;
        private final int[] mana;
        /** Bit 0 of the entities that live, bit 1 of those with mana. */
        private final byte[] present;

        private final boolean[] matched;
        private final boolean[] written;
        private final int[] free;
        private int freeCount;

        OfArrays(int entities) {
            super(entities);
            int slots = entities + Math.max(1, entities / 100);
            state = new int[slots];
            health = new int[slots];
            mana = new int[slots];
            present = new byte[slots];
            matched = new boolean[slots];
            written = new boolean[slots];
            free = new int[slots];
            for (int slot = slots - 1; slot >= 0; slot--) {
                free[freeCount++] = slot;
            }
            createAll();
        }

        @Override
        long spawn(int ofState, int ofHealth, int ofMana) {
            int slot = free[--freeCount];
            state[slot] = ofState;
            health[slot] = ofHealth;
            mana[slot] = ofMana;
            present[slot] = MATCHES;
            written[slot] = true;
            return slot;
        }

        @Override
        void restore(long entity) {
            int slot = (int) entity;
            if (present[slot] != 0) {
                mana[slot] = 0;
                present[slot] = MATCHES;
                written[slot] = true;
            }
        }

        @Override
        boolean strip(long entity) {
            int slot = (int) entity;
            boolean had = present[slot] == MATCHES;
            present[slot] = 1;
            return had;
        }

        @Override
        void destroy(long entity) {
            int slot = (int) entity;
            present[slot] = 0;
            free[freeCount++] = slot;
        }

        @Override
        void systems() {
            for (int slot = 0; slot < present.length; slot++) {
                if (present[slot] != 0 && health[slot] > HURT_ABOVE) {
                    health[slot]--;
                    written[slot] = true;
                }
            }
            for (int slot = 0; slot < present.length; slot++) {
                if (present[slot] == MATCHES && mana[slot] < CHARGED_BELOW) {
                    mana[slot]++;
                    written[slot] = true;
                }
            }
            for (int slot = 0; slot < present.length; slot++) {
                if (present[slot] != 0 && state[slot] % 10 == 0) {
                    state[slot]++;
                    written[slot] = true;
                }
            }
            for (int slot = 0; slot < present.length; slot++) {
                boolean matches = present[slot] == MATCHES;
                if (matches && !matched[slot]) {
                    entered++;
                    sumOfStates += state[slot];
                }
                if (matches && written[slot]) {
                    changed++;
                    sumOfStates += state[slot];
                }
                if (!matches && matched[slot]) {
                    left++;
                }
                matched[slot] = matches;
                written[slot] = false;
            }
        }
    }
}
