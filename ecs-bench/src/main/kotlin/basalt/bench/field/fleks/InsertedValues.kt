package basalt.bench.field.fleks

import basalt.bench.field.InsertedValues
import com.github.quillraven.fleks.Family

/** The values of entities with a matrix, place, turn and motion, which has room for so many. */
internal fun insertedValues(family: Family, entities: Int): FloatArray {
    val values = InsertedValues(entities)
    family.forEach { entity ->
        val place = entity[Place]
        val turn = entity[Turn]
        val motion = entity[Motion]
        values.add(*entity[Matrix].m)
        values.add(place.x, place.y, place.z)
        values.add(turn.x, turn.y, turn.z)
        values.add(motion.dx, motion.dy, motion.dz)
    }
    return values.all()
}
