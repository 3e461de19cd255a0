"""Environments for agents that learn, as `vanuatu.env`.

>>> import vanuatu
>>> env = vanuatu.env.vector("vanuatu", players=2, n=64, opponents="greedy")
>>> observations, infos = env.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((64, 623), (64, 1106))

They need numpy. `vanuatu.env.pettingzoo` and `vanuatu.env.openspiel` need the extras of these names.
"""

from typing import TYPE_CHECKING, Final

from vanuatu.core.lazy import front_door

if TYPE_CHECKING:
    from vanuatu.ai.environments import openspiel, pettingzoo
    from vanuatu.ai.environments.bridge import Observation, choose, observe
    from vanuatu.ai.environments.vector_env import VectorEnv, vector

__all__ = ["Observation", "VectorEnv", "choose", "observe", "openspiel", "pettingzoo", "vector"]

_HOMES: Final = {
    "Observation": "vanuatu.ai.environments.bridge",
    "VectorEnv": "vanuatu.ai.environments.vector_env",
    "choose": "vanuatu.ai.environments.bridge",
    "observe": "vanuatu.ai.environments.bridge",
    "vector": "vanuatu.ai.environments.vector_env",
}

_MODULES: Final = {name: f"vanuatu.ai.environments.{name}" for name in ("openspiel", "pettingzoo")}

if not TYPE_CHECKING:
    __getattr__, __dir__ = front_door("vanuatu.env", _HOMES, modules=_MODULES)
