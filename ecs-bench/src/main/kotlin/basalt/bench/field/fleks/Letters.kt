package basalt.bench.field.fleks

import com.github.quillraven.fleks.Component
import com.github.quillraven.fleks.ComponentType

/** One float. */
interface Letter {
    var value: Float
}

/** Creates a component of each of the twenty-six kinds. */
val LETTERS: List<() -> Component<*>> =
    listOf(
        ::A, ::B, ::C, ::D, ::E, ::F, ::G, ::H, ::I, ::J, ::K, ::L, ::M,
        ::N, ::O, ::P, ::Q, ::R, ::S, ::T, ::U, ::V, ::W, ::X, ::Y, ::Z,
    )

class A : Component<A>, Letter {
    override var value = 0f

    override fun type() = A

    companion object : ComponentType<A>()
}

class B : Component<B>, Letter {
    override var value = 0f

    override fun type() = B

    companion object : ComponentType<B>()
}

class C : Component<C>, Letter {
    override var value = 0f

    override fun type() = C

    companion object : ComponentType<C>()
}

class D : Component<D>, Letter {
    override var value = 0f

    override fun type() = D

    companion object : ComponentType<D>()
}

class E : Component<E>, Letter {
    override var value = 0f

    override fun type() = E

    companion object : ComponentType<E>()
}

class F : Component<F>, Letter {
    override var value = 0f

    override fun type() = F

    companion object : ComponentType<F>()
}

class G : Component<G>, Letter {
    override var value = 0f

    override fun type() = G

    companion object : ComponentType<G>()
}

class H : Component<H>, Letter {
    override var value = 0f

    override fun type() = H

    companion object : ComponentType<H>()
}

class I : Component<I>, Letter {
    override var value = 0f

    override fun type() = I

    companion object : ComponentType<I>()
}

class J : Component<J>, Letter {
    override var value = 0f

    override fun type() = J

    companion object : ComponentType<J>()
}

class K : Component<K>, Letter {
    override var value = 0f

    override fun type() = K

    companion object : ComponentType<K>()
}

class L : Component<L>, Letter {
    override var value = 0f

    override fun type() = L

    companion object : ComponentType<L>()
}

class M : Component<M>, Letter {
    override var value = 0f

    override fun type() = M

    companion object : ComponentType<M>()
}

class N : Component<N>, Letter {
    override var value = 0f

    override fun type() = N

    companion object : ComponentType<N>()
}

class O : Component<O>, Letter {
    override var value = 0f

    override fun type() = O

    companion object : ComponentType<O>()
}

class P : Component<P>, Letter {
    override var value = 0f

    override fun type() = P

    companion object : ComponentType<P>()
}

class Q : Component<Q>, Letter {
    override var value = 0f

    override fun type() = Q

    companion object : ComponentType<Q>()
}

class R : Component<R>, Letter {
    override var value = 0f

    override fun type() = R

    companion object : ComponentType<R>()
}

class S : Component<S>, Letter {
    override var value = 0f

    override fun type() = S

    companion object : ComponentType<S>()
}

class T : Component<T>, Letter {
    override var value = 0f

    override fun type() = T

    companion object : ComponentType<T>()
}

class U : Component<U>, Letter {
    override var value = 0f

    override fun type() = U

    companion object : ComponentType<U>()
}

class V : Component<V>, Letter {
    override var value = 0f

    override fun type() = V

    companion object : ComponentType<V>()
}

class W : Component<W>, Letter {
    override var value = 0f

    override fun type() = W

    companion object : ComponentType<W>()
}

class X : Component<X>, Letter {
    override var value = 0f

    override fun type() = X

    companion object : ComponentType<X>()
}

class Y : Component<Y>, Letter {
    override var value = 0f

    override fun type() = Y

    companion object : ComponentType<Y>()
}

class Z : Component<Z>, Letter {
    override var value = 0f

    override fun type() = Z

    companion object : ComponentType<Z>()
}
