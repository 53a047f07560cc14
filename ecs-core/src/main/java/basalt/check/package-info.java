/** Whether the library checks what it leaves out otherwise. Not exported. */
package basalt.check;
