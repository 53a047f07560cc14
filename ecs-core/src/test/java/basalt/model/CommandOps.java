package basalt.model;

import basalt.component.Entity;
import basalt.query.Commands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Operations that record commands, and the operation that applies them. */
final class CommandOps {
    private CommandOps() {}

    /** The kinds of commands. */
    enum What {
        SPAWN,
        SPAWN_VALUE,
        SPAWN_BY_TEMPLATE,
        SPAWN_BY_TEMPLATE_WITH,
        DESTROY,
        ADD,
        ADD_VALUE,
        REMOVE,
        SET,
        SET_VALUE,
        ENABLE,
        DISABLE,
        ENABLE_PART,
        DISABLE_PART,
        ATTACH,
        ATTACH_BEFORE,
        DETACH;

        static final What[] OF_TREES = {ATTACH, ATTACH_BEFORE, DETACH};
        static final What[] WITHOUT_TREES = Arrays.copyOf(values(), ATTACH.ordinal());

        boolean isOfTrees() {
            return ordinal() >= ATTACH.ordinal();
        }
    }

    /** A command as data. Fields that its kind does not use are ignored. */
    record Recording(What what, Target target, Target other, PartValue value, int cell, int template) {
        private void apply(ModelPair pair) {
            Commands commands = pair.world().commands();
            switch (what) {
                case SPAWN -> pair.reserved(ModelPair.NO_TEMPLATE, commands.spawn(), List.of());
                case SPAWN_VALUE ->
                    pair.reserved(ModelPair.NO_TEMPLATE, commands.spawn(value.toRecord()), List.of(value));
                case SPAWN_BY_TEMPLATE_WITH -> spawnWith(pair, commands);
                case SPAWN_BY_TEMPLATE -> {
                    long entity = pair.template(template).spawn(commands);
                    pair.reserved(
                            template + 1, entity, TemplateSpec.ALL.get(template).all());
                }
                case ATTACH, ATTACH_BEFORE, DETACH -> recordTree(pair, commands);
                default -> {
                    long entity = resolve(pair, target);
                    record(commands, entity);
                    expect(pair.commands(), entity);
                }
            }
        }

        /** Spawns with a value of its own, if the template has its component. */
        private void spawnWith(ModelPair pair, Commands commands) {
            List<PartValue> values =
                    new ArrayList<>(TemplateSpec.ALL.get(template).all());
            boolean has = values.removeIf(one -> one.part() == value.part());
            if (has) {
                values.add(value);
            }
            long entity = has
                    ? pair.template(template).spawn(commands, value.toRecord())
                    : pair.template(template).spawn(commands);
            pair.reserved(template + 1, entity, values);
        }

        /** The handle; none instead of one that a later command of the same batch may reserve. */
        static long resolve(ModelPair pair, Target target) {
            long entity = pair.resolve(target);
            boolean mayBeNext = pair.model().rows().mayBeNext(entity)
                    && !pair.commands().reserved().contains(entity);
            return mayBeNext ? Entity.NULL : entity;
        }

        private void recordTree(ModelPair pair, Commands commands) {
            pair.tree();
            long child = resolve(pair, target);
            long next = resolve(pair, other);
            switch (what) {
                case ATTACH -> commands.attach(child, next);
                case ATTACH_BEFORE -> commands.attachBefore(child, next);
                default -> commands.detach(child);
            }
            pair.commands().change(child, model -> changeTree(model, child, next));
        }

        private boolean changeTree(ModelWorld model, long child, long next) {
            if (what != What.DETACH && !model.isAlive(next)) {
                return false;
            }
            switch (what) {
                case ATTACH -> model.tree().attach(child, next);
                case ATTACH_BEFORE -> model.tree().attachBefore(child, next);
                default -> model.tree().detach(child);
            }
            return true;
        }

        private void record(Commands commands, long entity) {
            Part part = value.part();
            switch (what) {
                case DESTROY -> commands.destroy(entity);
                case ADD -> commands.add(entity, part.component());
                case ADD_VALUE -> commands.add(entity, value.toRecord());
                case REMOVE -> commands.remove(entity, part.component());
                case SET -> set(commands, entity);
                case SET_VALUE -> commands.set(entity, value.toRecord());
                case ENABLE -> commands.enable(entity);
                case DISABLE -> commands.disable(entity);
                case ENABLE_PART -> commands.enable(entity, part.component());
                case DISABLE_PART -> commands.disable(entity, part.component());
                default -> throw new AssertionError(what);
            }
        }

        /** Whether there is no column to set; the component is added instead. */
        private boolean isAdded() {
            return value.numbers().isEmpty() || !value.part().cells().get(cell).isSetByCommands();
        }

        private void set(Commands commands, long entity) {
            if (isAdded()) {
                commands.add(entity, value.part().component());
            } else {
                value.part().cells().get(cell).set(commands, entity, value.values()[cell]);
            }
        }

        private void expect(ModelCommands expected, long entity) {
            if (what == What.DESTROY) {
                expected.destroy(entity);
            } else {
                expected.change(entity, change(entity));
            }
        }

        private Predicate<ModelWorld> change(long entity) {
            Part part = value.part();
            return model -> {
                switch (what) {
                    case ADD -> model.add(entity, part);
                    case ADD_VALUE -> model.add(entity, value);
                    case REMOVE -> model.remove(entity, part);
                    case SET_VALUE -> {
                        if (!model.require(entity).has(part)) {
                            return false;
                        }
                        model.set(entity, value);
                    }
                    case ENABLE, DISABLE -> model.enable(entity, what == What.ENABLE);
                    case ENABLE_PART, DISABLE_PART -> {
                        if (model.require(entity).has(part)) {
                            model.enable(entity, part, what == What.ENABLE_PART);
                        }
                    }
                    default -> {
                        return expectedSet(model, entity);
                    }
                }
                return true;
            };
        }

        private boolean expectedSet(ModelWorld model, long entity) {
            Part part = value.part();
            if (isAdded()) {
                model.add(entity, part);
            } else if (!model.require(entity).has(part)) {
                return false;
            } else {
                model.require(entity).set(part, cell, value.values()[cell]);
            }
            return true;
        }
    }

    record RecordCommands(List<Recording> recordings) implements Op {
        @Override
        public void apply(ModelPair pair) {
            recordings.forEach(recording -> recording.apply(pair));
        }

        @Override
        public List<Op> simpler() {
            return recordings.size() > 1 ? Op.without(recordings, RecordCommands::new) : List.of();
        }
    }

    record ApplyCommands() implements Op {
        @Override
        public void apply(ModelPair pair) {
            pair.bothDo(
                    () -> pair.world().applyCommands(), () -> pair.commands().apply(pair.model()));
            pair.commands().check(pair.world().statistics().commands());
        }
    }
}
