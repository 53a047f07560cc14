package basalt.examples.framework.render;

import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.egl.EGL;
import org.lwjgl.egl.EGL10;
import org.lwjgl.egl.EXTDeviceEnumeration;
import org.lwjgl.egl.EXTPlatformDevice;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * The EGL display that needs no screen: Mesa's surfaceless platform, or else the first device, or else the default.
 * There is one for the process. It is initialised once and never terminated, as this would destroy all its contexts.
 */
final class EglDisplay {
    private static final int SURFACELESS = 0x31DD; // EGL_PLATFORM_SURFACELESS_MESA
    private static long initialised;

    private EglDisplay() {}

    /**
     * The display.
     *
     * @throws RendererException if there is none
     * @throws LinkageError if there is no EGL
     */
    static synchronized long display() {
        if (initialised == MemoryUtil.NULL) {
            initialised = find();
        }
        return initialised;
    }

    private static long find() {
        String all = EGL10.eglQueryString(MemoryUtil.NULL, EGL10.EGL_EXTENSIONS);
        List<String> extensions = List.of(all == null ? new String[0] : all.split(" "));
        long display = MemoryUtil.NULL;
        if (extensions.contains("EGL_MESA_platform_surfaceless")) {
            display = initialise(ofPlatform(SURFACELESS, MemoryUtil.NULL));
        }
        if (display == MemoryUtil.NULL
                && extensions.contains("EGL_EXT_device_enumeration")
                && extensions.contains("EGL_EXT_platform_device")) {
            display = initialise(ofDevice());
        }
        if (display == MemoryUtil.NULL) {
            display = initialise(EGL10.eglGetDisplay(MemoryUtil.NULL));
        }
        if (display == MemoryUtil.NULL) {
            throw new RendererException("EGL has no display: install libgl1-mesa-dri, or use --renderer java2d");
        }
        return display;
    }

    private static long ofDevice() {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer devices = stack.mallocPointer(1);
            int[] count = {0};
            return EXTDeviceEnumeration.eglQueryDevicesEXT(devices, count) && count[0] > 0
                    ? ofPlatform(EXTPlatformDevice.EGL_PLATFORM_DEVICE_EXT, devices.get(0))
                    : MemoryUtil.NULL;
        }
    }

    /** Calls the function directly: the method of LWJGL rejects a native display of 0, which this platform requires. */
    private static long ofPlatform(int platform, long nativeDisplay) {
        long function = EGL.getFunctionProvider().getFunctionAddress("eglGetPlatformDisplayEXT");
        return function == MemoryUtil.NULL
                ? MemoryUtil.NULL
                : JNI.callPPP(platform, nativeDisplay, MemoryUtil.NULL, function);
    }

    private static long initialise(long display) {
        return display != MemoryUtil.NULL && EGL10.eglInitialize(display, new int[1], new int[1])
                ? display
                : MemoryUtil.NULL;
    }
}
