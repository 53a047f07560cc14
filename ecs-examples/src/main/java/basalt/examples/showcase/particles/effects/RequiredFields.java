package basalt.examples.showcase.particles.effects;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** Makes Jackson reject missing and null fields, unless they are marked as optional. */
final class RequiredFields extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
        return !member.hasAnnotation(OptionalField.class);
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated member) {
        return member.hasAnnotation(OptionalField.class)
                ? JsonSetter.Value.empty()
                : JsonSetter.Value.forValueNulls(Nulls.FAIL);
    }
}
