"""Many games at once as a `VectorEnv` of gymnasium, for its wrappers and spaces.

from vanuatu.ai.environments.gymnasium import GymnasiumVectorEnv

env = GymnasiumVectorEnv("vanuatu", players=2, n=64, opponents="greedy")
"""

from typing import Any

from vanuatu.ai.environments.vector_env import VectorEnv

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
except ImportError:
    raise ImportError(
        "gymnasium is not installed. Try: pip install '.[pettingzoo]' in the project's folder"
    ) from None


class GymnasiumVectorEnv(gymnasium.vector.VectorEnv):
    """`vanuatu.env.vector` with gymnasium's class and spaces. It takes the same parameters."""

    def __init__(self, *arguments: Any, **parameters: Any) -> None:  # those of VectorEnv
        self.games = VectorEnv(*arguments, **parameters)
        n, actions = self.games.num_envs, self.games.single_action_space.n
        shape = self.games.single_observation_space.shape
        self.num_envs = n
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = spaces.Box(0.0, 1.0, shape, np.float32)
        self.observation_space = spaces.Box(0.0, 1.0, (n, *shape), np.float32)
        self.single_action_space = spaces.Discrete(actions)
        self.action_space = spaces.MultiDiscrete([actions] * n)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        return self.games.reset(seed, options)

    def step(self, actions: Any) -> Any:
        return self.games.step(actions)
