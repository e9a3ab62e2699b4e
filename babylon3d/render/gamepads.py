"""The gamepads that Panda3D finds."""

from __future__ import annotations

from typing import Any

from panda3d.core import GamepadButton, InputDevice, InputDeviceManager

from babylon3d.present.pads import PadButton, PadState, live

_BUTTONS: tuple[tuple[PadButton, Any], ...] = (
    ("a", GamepadButton.face_a()),
    ("b", GamepadButton.face_b()),
    ("x", GamepadButton.face_x()),
    ("y", GamepadButton.face_y()),
    ("left_shoulder", GamepadButton.lshoulder()),
    ("right_shoulder", GamepadButton.rshoulder()),
    ("back", GamepadButton.back()),
    ("start", GamepadButton.start()),
    ("up", GamepadButton.dpad_up()),
    ("down", GamepadButton.dpad_down()),
    ("left", GamepadButton.dpad_left()),
    ("right", GamepadButton.dpad_right()),
)


class DevicePads:
    """Real gamepads. A pad that is plugged in again counts as a new one."""

    def __init__(self) -> None:
        self._manager = InputDeviceManager.get_global_ptr()
        self._names: list[tuple[Any, str]] = []
        self._made = 0

    def read(self) -> dict[str, PadState]:
        """The gamepads that are plugged in."""
        self._manager.update()
        devices = list(self._manager.get_devices(InputDevice.DeviceClass.gamepad))
        self._names = [(device, name) for device, name in self._names if device in devices and device.connected]
        for device in devices:
            if device.connected and all(device != known for known, _ in self._names):
                self._made += 1
                self._names.append((device, f"{device.name} {self._made}"))
        return {name: _state(device) for device, name in self._names}


def _state(device: Any) -> PadState:
    device.poll()
    axis = InputDevice.Axis
    up = _axis(device, axis.right_y) + _axis(device, axis.right_trigger) - _axis(device, axis.left_trigger)
    held = frozenset(name for name, button in _BUTTONS if device.find_button(button).pressed)
    x, y = live(_axis(device, axis.left_x)), live(_axis(device, axis.left_y))
    return PadState(x, y, live(max(-1.0, min(1.0, up))), held)


def _axis(device: Any, which: Any) -> float:
    found = device.find_axis(which)
    return float(found.value) if found is not None else 0.0
