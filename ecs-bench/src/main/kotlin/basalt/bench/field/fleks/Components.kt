package basalt.bench.field.fleks

import basalt.bench.field.Start
import com.github.quillraven.fleks.Component
import com.github.quillraven.fleks.ComponentType

/** The position of an entity. */
class Place(@JvmField var x: Float = 0f, @JvmField var y: Float = 0f, @JvmField var z: Float = 0f) : Component<Place> {
    override fun type() = Place

    companion object : ComponentType<Place>()
}

/** The velocity of an entity. */
class Motion(@JvmField var dx: Float = 0f, @JvmField var dy: Float = 0f, @JvmField var dz: Float = 0f) :
    Component<Motion> {
    override fun type() = Motion

    companion object : ComponentType<Motion>()
}

/** The rotation of an entity; nothing reads it, as in ecs_bench_suite. */
class Turn(@JvmField var x: Float = 0f, @JvmField var y: Float = 0f, @JvmField var z: Float = 0f) : Component<Turn> {
    override fun type() = Turn

    companion object : ComponentType<Turn>()
}

/** A 4x4 matrix, the identity at first. */
class Matrix : Component<Matrix> {
    @JvmField val m = FloatArray(16) { if (it % 5 == 0) 1f else 0f }

    override fun type() = Matrix

    companion object : ComponentType<Matrix>()
}

/** Remaining ticks of a particle. */
class Health(@JvmField var points: Int = 0) : Component<Health> {
    override fun type() = Health

    companion object : ComponentType<Health>()
}

/** Lifetime of a particle; nothing reads it. */
class Lifetime(@JvmField var ticks: Int = Start.LIFETIME) : Component<Lifetime> {
    override fun type() = Lifetime

    companion object : ComponentType<Lifetime>()
}

/** The common component, which the benchmark changes. */
class Data(@JvmField var value: Float = 1f) : Component<Data> {
    override fun type() = Data

    companion object : ComponentType<Data>()
}
