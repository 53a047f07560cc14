package basalt.model;

import java.util.ArrayList;
import java.util.List;

/** Operations on trees. */
final class TreeOps {
    private TreeOps() {}

    /** Makes an entity the last child of another one, or fails because that is below it. */
    record Attach(Target child, Target parent) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long attached = pair.resolve(child);
            long above = pair.resolve(parent);
            pair.bothDo(
                    () -> pair.tree().attach(attached, above),
                    () -> pair.model().tree().attach(attached, above));
        }
    }

    /** Makes an entity the child before another one, or fails because that has no parent, or one below the entity. */
    record AttachBefore(Target child, Target sibling) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long attached = pair.resolve(child);
            long next = pair.resolve(sibling);
            pair.bothDo(
                    () -> pair.tree().attachBefore(attached, next),
                    () -> pair.model().tree().attachBefore(attached, next));
        }

        @Override
        public List<Op> simpler() {
            return List.of(new Attach(child, sibling));
        }
    }

    record AttachMany(List<Attach> attachments) implements Op {
        @Override
        public void apply(ModelPair pair) {
            attachments.forEach(attachment -> attachment.apply(pair));
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>();
            for (int i = 0; i < attachments.size() && attachments.size() > 1; i++) {
                List<Attach> fewer = new ArrayList<>(attachments);
                fewer.remove(i);
                simpler.add(new AttachMany(fewer));
            }
            return simpler;
        }
    }

    record Detach(Target child) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long detached = pair.resolve(child);
            pair.both(
                    () -> pair.tree().detach(detached),
                    () -> pair.model().tree().detach(detached));
        }
    }

    /** Makes an entity a root. */
    record AddToTree(Target target) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            pair.both(() -> pair.tree().add(entity), () -> pair.model().tree().add(entity));
        }
    }
}
