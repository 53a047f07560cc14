package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.ComponentAreas;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ComponentTest {
    private final ComponentRegistry registry = new ComponentRegistry(new Layout(new ComponentAreas()));
    private final Component<Everything> everything = registry.of(Everything.class);

    @Test
    void shouldBeTheSameObjectForTheProcess() {
        Component<Marker> first = Component.of(Marker.class);

        assertSame(first, Component.of(Marker.class));
        assertSame(first, Component.builder(Marker.class).build());
        assertTrue(first.id() > BlockLayout.DISABLED_ID);
    }

    @Test
    void shouldDescribeDenseComponent() {
        assertEquals(2, everything.id());
        assertEquals("basalt.component.Everything", everything.name());
        assertSame(Everything.class, everything.type());
        assertFalse(everything.isTag());
        assertFalse(everything.isSparse());
        assertTrue(everything.hasReferences());
        assertEquals(Everything.BYTES_PER_ROW, everything.bytesPerRow());
        assertEquals(24, everything.columns().size());
    }

    @Test
    void shouldDescribeSparseComponent() {
        Component<Everything> sparse = Everything.register(true);

        assertTrue(sparse.isSparse());
        assertEquals(Everything.BYTES_PER_ROW, sparse.bytesPerRow());
    }

    @Test
    void shouldDescribeTag() {
        Component<Marker> tag = registry.register(Marker.class, null, true);

        assertTrue(tag.isTag());
        assertFalse(tag.isSparse());
        assertFalse(tag.hasReferences());
        assertEquals(0, tag.bytesPerRow());
        assertEquals(List.of(), tag.columns());
    }

    @Test
    void shouldReturnColumnsByTheirNames() {
        assertEquals(everything.columns().get(0), everything.float32("f32"));
        assertEquals(everything.columns().get(1), everything.float64("f64"));
        assertEquals(everything.columns().get(2), everything.int8("i8"));
        assertEquals(everything.columns().get(3), everything.int16("i16"));
        assertEquals(everything.columns().get(4), everything.int32("i32"));
        assertEquals(everything.columns().get(5), everything.int64("i64"));
        assertEquals(everything.columns().get(6), everything.bool("flag"));
        assertEquals(everything.columns().get(7), everything.entity("target"));
        assertEquals(everything.columns().get(8), everything.string("name"));
        assertEquals(everything.columns().get(9), everything.float32("f32s"));
        assertEquals(everything.columns().get(10), everything.float64("f64s"));
        assertEquals(everything.columns().get(11), everything.int8("i8s"));
        assertEquals(everything.columns().get(12), everything.int16("i16s"));
        assertEquals(everything.columns().get(13), everything.int32("i32s"));
        assertEquals(everything.columns().get(14), everything.int64("i64s"));
        assertEquals(everything.columns().get(15), everything.bool("flags"));
        assertEquals(everything.columns().get(16), everything.entity("targets"));
        assertEquals(everything.columns().get(21), everything.enumeration("unit", TimeUnit.class));
        assertEquals(everything.columns().get(22), everything.int16("letter"));
        assertEquals(everything.columns().get(23), everything.int16("letters"));
    }

    @Test
    void shouldReturnReferencesByTheirDeclaredClass() {
        assertEquals("tags", everything.stringList("tags").field());
        assertEquals(
                Object[].class, everything.reference("objects", Object[].class).type());
        assertEquals(int[][].class, everything.reference("table", int[][].class).type());
        assertEquals(Integer.class, everything.reference("boxed", Integer.class).type());
    }

    @Test
    void shouldListTheFieldsForAnUnknownName() {
        Component<Position> position = registry.of(Position.class);

        assertRejects(() -> position.float32("z"), Position.class.getName(), "no field z", "[x, y]");
        assertRejects(() -> position.float32(null), "no field null", "[x, y]");
        assertRejects(() -> position.reference("z", String.class), "no field z", "[x, y]");
        assertRejects(() -> registry.of(Marker.class).int8("x"), "no field x", "[]");
    }

    @Test
    void shouldNameTheRightMethodWhenTheKindIsWrong() {
        assertRejects(() -> everything.int32("f32"), "Everything.f32", "FLOAT32", "not INT32", "float32(\"f32\")");
        assertRejects(() -> everything.int64("target"), "ENTITY", "not INT64", "entity(\"target\")");
        assertRejects(() -> everything.entity("i64"), "INT64", "not ENTITY", "int64(\"i64\")");
        assertRejects(() -> everything.int8("flag"), "BOOLEAN", "not INT8", "bool(\"flag\")");
        assertRejects(() -> everything.int32("f32s"), "FLOAT32", "float32(\"f32s\")");
        assertRejects(() -> everything.int32("name"), "STRING", "string(\"name\")");
        assertRejects(() -> everything.reference("name", String.class), "STRING", "string(\"name\")");
        assertRejects(() -> everything.reference("f64", Double.class), "FLOAT64", "float64(\"f64\")");
    }

    @Test
    void shouldNameTheRightClassWhenTheReferenceIsWrong() {
        assertRejects(
                () -> everything.reference("boxed", Object.class),
                "Everything.boxed",
                "java.lang.Integer",
                "not java.lang.Object",
                "reference(\"boxed\", java.lang.Integer.class)");
        assertRejects(() -> everything.reference("tags", List.class), "STRING_LIST", "stringList(\"tags\")");
        assertRejects(() -> everything.reference("objects", String[].class), "java.lang.Object[]");
        assertRejects(() -> everything.reference("boxed", null), "not null");
    }

    @Test
    void shouldHashTheSameInEachRun() {
        assertEquals(everything.id(), everything.hashCode());
    }

    @Test
    void shouldPrintNameAndId() {
        assertEquals("basalt.component.Everything#2", everything.toString());
    }

    private record Marker() {}

    private record Position(float x, float y) {}
}
