package basalt.model;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Copies an entity, alone or with all that is below it, and their edges, unless one of them, or an end, is an edge. */
record CopyEntity(Target target, boolean isTree) implements Op {
    private static final int MOST = 50;

    /** The first population of copies. */
    private static final int POPULATION = 1 + TemplateSpec.ALL.size() + Relating.ALL.size();

    @Override
    public void apply(ModelPair pair) {
        ModelWorld model = pair.model();
        long original = pair.resolve(target);
        LongSupplier copy =
                () -> isTree ? pair.tree().copy(original) : pair.world().copy(original);
        if (!model.isAlive(original)) {
            pair.bothDo(copy::getAsLong, () -> model.require(original));
            return;
        }
        List<Long> originals = new ArrayList<>(isTree ? model.tree().subtree(original) : List.of(original));
        ModelEdges edges = model.edges();
        if (originals.size() > MOST || originals.stream().anyMatch(edges::isEdge)) {
            return;
        }
        List<Long> copied = edges.copiedWith(originals);
        if (copied.stream().anyMatch(edge -> edges.isEdge(edges.get(edge).target()))) {
            return; // whose copy it has if that is copied, too
        }
        long root = pair.withRetry(copy::getAsLong);
        List<Long> copies = new ArrayList<>(List.of(root));
        if (isTree) {
            pair.tree().forEachBelow(root, copies::add);
        }
        Check.same(originals.size(), copies.size(), () -> "entities of a copy");
        List<ModelEdges.Edge> edgesOfCopy = new ArrayList<>();
        for (long edge : copied) {
            ModelEdges.Edge from = edges.get(edge);
            int target = originals.indexOf(from.target());
            edgesOfCopy.add(new ModelEdges.Edge(
                    from.relation(),
                    copies.get(originals.indexOf(from.source())),
                    target < 0 ? from.target() : copies.get(target),
                    from.weight()));
        }
        for (int i = 0; i < copied.size(); i++) {
            ModelEdges.Edge edge = edgesOfCopy.get(i);
            originals.add(copied.get(i));
            copies.add(pair.withRetry(() -> pair.relation(edge.relation()).edge(edge.source(), edge.target())));
        }
        for (int i = 0; i < copies.size(); i++) {
            copy(pair, model.require(originals.get(i)), originals, copies, i);
        }
        for (int i = 0; i < copied.size(); i++) {
            edges.put(copies.get(copies.size() - copied.size() + i), edgesOfCopy.get(i));
        }
        Check.same(
                List.of(),
                pair.world().differences(original, pair.world(), root).stream()
                        .filter(component -> component != Part.LINK.component() && component != Part.GROUP.component())
                        .toList(),
                () -> "differences of a copy");
    }

    private void copy(ModelPair pair, ModelEntity original, List<Long> originals, List<Long> copies, int index) {
        List<Component<?>> components = new ArrayList<>(List.of(Part.components(original.present)));
        ModelEdges.Edge edge = pair.model().edges().get(original.handle);
        boolean isEdge = edge != null;
        boolean isNode = isTree && original.isInTree && !isEdge;
        boolean isChild = isNode && index > 0;
        int links = isEdge ? 4 + edge.relation().ordinal() : (isNode ? 1 : 0) + (isChild ? 2 : 0);
        if (isNode) {
            components.add(TreeNode.TYPE);
        }
        if (isEdge) {
            components.add(Component.of(edge.relation().type()));
        }
        if (isChild) {
            components.add(ChildOf.TYPE);
        }
        int population = POPULATION + (original.present << 3 | links);
        ModelEntity copy = pair.spawned(population, copies.get(index), List.of());
        pair.copied(population, components.toArray(Component<?>[]::new));
        for (Part part : Part.in(original.present)) {
            copy.put(part, original.cells(part).clone());
        }
        if (copy.has(Part.LINK)) {
            int pointed = originals.indexOf((long) copy.get(Part.LINK, 0));
            if (pointed >= 0) {
                copy.set(Part.LINK, 0, copies.get(pointed));
            }
        }
        if (copy.has(Part.GROUP)) {
            copy.set(Part.GROUP, 0, copies((List<?>) copy.get(Part.GROUP, 0), originals, copies));
        }
        copy.disabledParts = original.disabledParts;
        copy.disabled = original.disabled;
        copy.isInTree = isNode;
        if (isChild) {
            copy.parent = copies.get(originals.indexOf(original.parent));
            pair.model().require(copy.parent).children.add(copy.handle);
        }
    }

    /** The handles of a list, with copies in place of their originals. */
    private static List<Long> copies(List<?> members, List<Long> originals, List<Long> copies) {
        return members.stream()
                .map(member -> originals.contains(member) ? copies.get(originals.indexOf(member)) : (long) member)
                .toList();
    }
}
