package basalt.model;

import basalt.component.ListColumn;
import basalt.memory.NativeMemoryException;
import basalt.model.Op.At;
import basalt.model.Part.Group;
import basalt.model.Part.Group.Thing;
import basalt.model.Part.Listed;
import basalt.model.Part.Texts;
import basalt.query.Commands;
import basalt.query.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Operations on single elements of lists, and on strings. */
final class ListOps {
    private ListOps() {}

    /** The lists whose elements change. A list of records has two columns, which change together. */
    enum Which {
        ITEMS(Part.LISTED, 0, Listed.ITEMS),
        MEMBERS(Part.GROUP, 0, Group.MEMBERS),
        THINGS(Part.GROUP, 1, Group.KINDS, Group.WAYS);

        private final Part part;
        private final int cell;
        private final List<ListColumn> columns;

        Which(Part part, int cell, ListColumn... columns) {
            this.part = part;
            this.cell = cell;
            this.columns = List.of(columns);
        }

        private Object element(int number) {
            return switch (this) {
                case ITEMS -> number;
                case MEMBERS -> (long) number;
                case THINGS -> Thing.of(number);
            };
        }

        private void add(Row row, Object element) {
            switch (this) {
                case ITEMS -> row.add(Listed.ITEMS, (int) element);
                case MEMBERS -> row.add(Group.MEMBERS, (long) element);
                case THINGS -> {
                    row.add(Group.KINDS, ((Thing) element).kind());
                    try {
                        row.add(Group.WAYS, ((Thing) element).way());
                    } catch (NativeMemoryException e) {
                        row.remove(Group.KINDS, row.length(Group.KINDS) - 1);
                        throw e;
                    }
                }
            }
        }

        private void set(Row row, int index, Object element) {
            switch (this) {
                case ITEMS -> row.set(Listed.ITEMS, index, (int) element);
                case MEMBERS -> row.set(Group.MEMBERS, index, (long) element);
                case THINGS -> {
                    row.set(Group.KINDS, index, ((Thing) element).kind());
                    row.set(Group.WAYS, index, ((Thing) element).way());
                }
            }
        }

        /** An element as the row and as a view of the list have it. */
        private List<Object> get(Row row, int index) {
            return switch (this) {
                case ITEMS ->
                    List.of(row.get(Listed.ITEMS, index), row.list(Listed.ITEMS).get(index));
                case MEMBERS ->
                    List.of(
                            row.get(Group.MEMBERS, index),
                            row.list(Group.MEMBERS).get(index));
                case THINGS ->
                    List.of(
                            new Thing(row.get(Group.KINDS, index), row.get(Group.WAYS, index)),
                            new Thing(
                                    row.list(Group.KINDS).get(index),
                                    row.list(Group.WAYS).get(index)));
            };
        }

        private void add(Commands commands, long entity, Object element) {
            switch (this) {
                case ITEMS -> commands.add(entity, Listed.ITEMS, (int) element);
                case MEMBERS -> commands.add(entity, Group.MEMBERS, (long) element);
                case THINGS -> {
                    commands.add(entity, Group.KINDS, ((Thing) element).kind());
                    commands.add(entity, Group.WAYS, ((Thing) element).way());
                }
            }
        }

        private void set(Commands commands, long entity, int index, Object element) {
            switch (this) {
                case ITEMS -> commands.set(entity, Listed.ITEMS, index, (int) element);
                case MEMBERS -> commands.set(entity, Group.MEMBERS, index, (long) element);
                case THINGS -> {
                    commands.set(entity, Group.KINDS, index, ((Thing) element).kind());
                    commands.set(entity, Group.WAYS, index, ((Thing) element).way());
                }
            }
        }
    }

    enum What {
        ADD,
        SET,
        REMOVE,
        SWAP_REMOVE,
        CLEAR,
        GET
    }

    /** What is done with an element of a list, as data. The element has the number, and so has the index. */
    record Change(Which which, What what, int number) {
        /** One of the indices that the list has, or the one before or behind them. */
        private int index(ModelEntity entity) {
            int length = entity != null && entity.has(which.part) ? list(entity).size() : 0;
            return number % (length + 2) - 1;
        }

        private List<?> list(ModelEntity entity) {
            return (List<?>) entity.get(which.part, which.cell);
        }

        /** An element to write: handles are often those of the entity, so that copies have their own. */
        private Object element(long entity) {
            return which == Which.MEMBERS && number % 2 == 0 ? (Object) entity : which.element(number);
        }

        private List<Object> inRow(Row row, int index) {
            switch (what) {
                case ADD -> which.add(row, element(row.entity()));
                case SET -> which.set(row, index, element(row.entity()));
                case REMOVE -> which.columns.forEach(column -> row.remove(column, index));
                case SWAP_REMOVE -> which.columns.forEach(column -> row.swapRemove(column, index));
                case CLEAR -> which.columns.forEach(row::clear);
                case GET -> {
                    return which.get(row, index);
                }
            }
            return null;
        }

        private void byCommands(Commands commands, long entity, int index) {
            switch (what) {
                case ADD -> which.add(commands, entity, element(entity));
                case SET -> which.set(commands, entity, index, element(entity));
                case REMOVE -> which.columns.forEach(column -> commands.remove(entity, column, index));
                case SWAP_REMOVE -> which.columns.forEach(column -> commands.swapRemove(entity, column, index));
                default -> which.columns.forEach(column -> commands.clear(entity, column));
            }
        }

        private List<Object> inModel(ModelEntity entity, int index) {
            List<Object> list = new ArrayList<>(list(entity));
            switch (what) {
                case ADD -> list.add(element(entity.handle));
                case SET -> list.set(index, element(entity.handle));
                case REMOVE -> list.remove(index);
                case SWAP_REMOVE -> {
                    Object last = list.get(list.size() - 1);
                    list.set(index, last);
                    list.remove(list.size() - 1);
                }
                case CLEAR -> list.clear();
                case GET -> {
                    return List.of(list.get(index), list.get(index));
                }
            }
            entity.set(which.part, which.cell, list);
            return null;
        }

        private void both(ModelPair pair, Row row, ModelEntity entity) {
            int index = index(entity);
            pair.both(() -> inRow(row, index), () -> inModel(entity, index));
        }
    }

    /** A change by the row of an entity. */
    record ChangeOne(Target target, Change change) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long handle = pair.resolve(target);
            ModelWorld model = pair.model();
            int index = change.index(model.isAlive(handle) ? model.require(handle) : null);
            pair.both(
                    () -> change.inRow(pair.world().row(handle), index),
                    () -> change.inModel(model.require(handle, change.which.part), index));
        }
    }

    /** A change of each row of a loop, which then runs the operations inside. */
    record ChangeInLoop(QuerySpec spec, Way way, Change change, List<At> inside) implements Op {
        @Override
        public void apply(ModelPair pair) {
            new LoopOps.Loop(spec.forBody(change.which.part.bit(), 0), way, inside, -1)
                    .run(pair, (row, entity) -> change.both(pair, row, entity));
        }

        @Override
        public List<Op> simpler() {
            return LoopOps.lessOf(inside).stream()
                    .<Op>map(less -> new ChangeInLoop(spec, way, change, less))
                    .toList();
        }
    }

    /** Changes by commands: one for each column. */
    record RecordChange(Target target, Change change) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long handle = CommandOps.Recording.resolve(pair, target);
            ModelWorld model = pair.model();
            int index = change.index(model.isAlive(handle) ? model.require(handle) : null);
            boolean hasIndex = change.what != What.ADD && change.what != What.CLEAR;
            pair.bothDo(() -> change.byCommands(pair.world().commands(), handle, index), () -> {
                if (hasIndex) {
                    Objects.checkIndex(index, ListColumn.MAX_LENGTH);
                }
                boolean[] isDone = {false};
                pair.commands().change(handle, world -> isDone[0] = isDone(world, handle, index, hasIndex));
                for (int i = 1; i < change.which.columns.size(); i++) {
                    pair.commands().change(handle, world -> isDone[0]);
                }
            });
        }

        private boolean isDone(ModelWorld model, long handle, int index, boolean hasIndex) {
            ModelEntity entity = model.require(handle);
            if (!entity.has(change.which.part)
                    || hasIndex && index >= change.list(entity).size()) {
                return false;
            }
            change.inModel(entity, index);
            return true;
        }
    }

    /** Reads strings in the ways that make no strings. */
    record ReadTexts(Target target, int number) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long handle = pair.resolve(target);
            String other = Cell.text(number);
            pair.both(() -> read(pair.world().row(handle), other), () -> {
                ModelEntity entity = pair.model().require(handle, Part.TEXTS);
                return expected((String) entity.get(Part.TEXTS, 1), Texts.strings(entity.get(Part.TEXTS, 2)), other);
            });
            pair.both(
                    () -> pair.world().row(handle).get(Texts.WORDS, number % 4 - 1),
                    () -> new ArrayList<>(Texts.strings(
                                    pair.model().require(handle, Part.TEXTS).get(Part.TEXTS, 2)))
                            .get(number % 4 - 1));
        }

        private static List<Object> read(Row row, String other) {
            int length = row.length(Texts.WORDS);
            return Arrays.asList(
                    row.isNull(Texts.NAME),
                    row.equals(Texts.NAME, other),
                    Integer.signum(row.compare(Texts.NAME, other)),
                    row.hash(Texts.NAME),
                    IntStream.range(0, length)
                            .mapToObj(i -> row.equals(Texts.WORDS, i, other))
                            .toList());
        }

        private static List<Object> expected(String name, List<String> words, String other) {
            return Arrays.asList(
                    name == null,
                    Objects.equals(name, other),
                    name == null || other == null
                            ? Boolean.compare(name != null, other != null)
                            : Integer.signum(name.compareTo(other)),
                    Objects.hashCode(name),
                    words.stream().map(word -> Objects.equals(word, other)).toList());
        }
    }
}
