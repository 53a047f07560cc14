package basalt.bench.published.counters;

import basalt.bench.published.counters.Step.What;
import basalt.bench.scene.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** An array for each kind; the reference for the values of all others. */
final class InArrays implements Counters {
    private final List<int[]> entities = new ArrayList<>();
    private final List<Runnable> systems = new ArrayList<>();
    private final int[][] columns = new int[Kinds.RECORDS.size()][];
    private int spawned;
    private int[] alive = {};
    private long sum;

    @Override
    public void spawn(int... kinds) {
        entities.add(kinds);
        spawned += kinds.length;
    }

    private int[] column(int kind) {
        if (columns[kind] == null) {
            columns[kind] = new int[entities.size()];
            int number = 0;
            for (int i = 0; i < entities.size(); i++) {
                for (int one : entities.get(i)) {
                    columns[kind][i] = one == kind ? Counters.start(number) : columns[kind][i];
                    number++;
                }
            }
        }
        return columns[kind];
    }

    private boolean has(int entity, int kind) {
        return Arrays.stream(entities.get(entity)).anyMatch(one -> one == kind);
    }

    @Override
    public void add(Step step) {
        int[] of = step.required();
        int[] list = IntStream.range(0, entities.size())
                .filter(i -> Arrays.stream(of).allMatch(kind -> has(i, kind)))
                .toArray();
        int[] first = column(of[0]);
        if (step.what() == What.SPAWN || step.what() == What.ATTACH) {
            alive = new int[list.length];
            systems.add(() -> System.arraycopy(first, 0, alive, 0, alive.length));
        } else if (step.what() == What.DESTROY) {
            systems.add(() -> sum += Arrays.stream(alive).asLongStream().sum());
        } else if (step.what() == What.DETACH) {
            systems.add(() -> sum += alive.length);
        } else if (list.length == entities.size()) {
            systems.add(whole(step, first));
        } else if (list.length > 0) {
            systems.add(listed(step, first, list));
        }
    }

    private Runnable whole(Step step, int[] first) {
        if (step.what() == What.INCREMENT) {
            return () -> {
                for (int i = 0; i < first.length; i++) {
                    first[i]++;
                }
            };
        }
        if (step.what() == What.TWICE) {
            return () -> {
                for (int i = 0; i < first.length; i++) {
                    first[i] *= 2;
                }
            };
        }
        int[] second = column(step.kinds()[1]);
        if (step.what() == What.SWAP) {
            return () -> {
                for (int i = 0; i < first.length; i++) {
                    int value = first[i];
                    first[i] = second[i];
                    second[i] = value;
                }
            };
        }
        if (step.kinds().length == 2) {
            return () -> {
                for (int i = 0; i < first.length; i++) {
                    first[i] += second[i];
                }
            };
        }
        int[] third = column(step.kinds()[2]);
        return () -> {
            for (int i = 0; i < first.length; i++) {
                first[i] += second[i] + third[i];
            }
        };
    }

    private Runnable listed(Step step, int[] first, int[] list) {
        if (step.what() == What.INCREMENT) {
            return () -> {
                for (int i : list) {
                    first[i]++;
                }
            };
        }
        if (step.what() == What.TWICE) {
            return () -> {
                for (int i : list) {
                    first[i] *= 2;
                }
            };
        }
        int[] second = column(step.kinds()[1]);
        if (step.what() == What.SWAP) {
            return () -> {
                for (int i : list) {
                    int value = first[i];
                    first[i] = second[i];
                    second[i] = value;
                }
            };
        }
        if (step.kinds().length == 2) {
            return () -> {
                for (int i : list) {
                    first[i] += second[i];
                }
            };
        }
        int[] third = column(step.kinds()[2]);
        return () -> {
            for (int i : list) {
                first[i] += second[i] + third[i];
            }
        };
    }

    @Override
    public long run() {
        sum = 0;
        systems.forEach(Runnable::run);
        return sum;
    }

    @Override
    public int[] values() {
        int[] values = new int[spawned];
        int number = 0;
        for (int i = 0; i < entities.size(); i++) {
            for (int kind : entities.get(i)) {
                values[number++] = columns[kind] == null ? Counters.start(number - 1) : columns[kind][i];
            }
        }
        return values;
    }

    @Override
    public void set(int[] values) {
        Check.same("values", spawned, values.length);
        int number = 0;
        for (int i = 0; i < entities.size(); i++) {
            for (int kind : entities.get(i)) {
                column(kind)[i] = values[number++];
            }
        }
    }

    @Override
    public void create(int components, int count) {
        throw new UnsupportedOperationException("there is nothing to create");
    }

    @Override
    public int count(int components) {
        throw new UnsupportedOperationException("nothing was created");
    }
}
