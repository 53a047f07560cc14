package basalt.model;

import basalt.component.Component;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A template as data: parts with values, and parts that start at zero. */
record TemplateSpec(List<PartValue> values, List<Part> zeros) {
    static final List<TemplateSpec> ALL = List.of(
            new TemplateSpec(
                    List.of(new PartValue(Part.PLACE, List.of(2, 12)), new PartValue(Part.VECTOR, List.of(30, 3, 1))),
                    List.of()),
            new TemplateSpec(
                    List.of(new PartValue(Part.LABEL, List.of(11, 4)), new PartValue(Part.TEXTS, List.of(3, 20, 9))),
                    List.of(Part.MIXED, Part.MARKED, Part.GROUP)),
            new TemplateSpec(List.of(new PartValue(Part.RARE, List.of(40, 9))), List.of(Part.PLACE, Part.LINK)),
            new TemplateSpec(List.of(), List.of()));

    Template build(World world) {
        return world.template()
                .with(values.stream().map(PartValue::toRecord).toArray(Record[]::new))
                .with(zeros.stream().map(Part::component).toArray(Component<?>[]::new))
                .build();
    }

    int parts() {
        return Part.mask(all().stream().map(PartValue::part).toArray(Part[]::new));
    }

    /** All parts with their first values. Number 0 is zero for each kind of column. */
    List<PartValue> all() {
        List<PartValue> all = new ArrayList<>(values);
        zeros.forEach(part ->
                all.add(new PartValue(part, Collections.nCopies(part.cells().size(), 0))));
        return all;
    }
}
