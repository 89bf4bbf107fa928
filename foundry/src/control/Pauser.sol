// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Auth} from "../auth/Auth.sol";

/// @notice A contract that can be paused.
interface IPausable {
    function pause() external;
    function unpause() external;
}

/// @notice Pauses contracts: one, several, all of a list, or the one of the sender.
contract Pauser is Auth {
    IPausable[] internal _pausables;
    mapping(address pausable => bool) public isPaused;
    mapping(address sender => IPausable pausable) public senderToPausable;

    event PausableAdded(address indexed pausable);
    event PausableRemoved(address indexed pausable);
    event PausablePaused(address indexed pausable);
    event PausableUnpaused(address indexed pausable);
    event SenderToPausableUpdated(address indexed sender, address indexed pausable);

    constructor(address owner, address[] memory pausables) Auth(owner, address(0)) {
        for (uint256 i; i < pausables.length; ++i) {
            _pausables.push(IPausable(pausables[i]));
            emit PausableAdded(pausables[i]);
        }
    }

    function addPausable(IPausable pausable) external requiresAuth {
        _pausables.push(pausable);
        emit PausableAdded(address(pausable));
    }

    function removePausable(uint256 index) external requiresAuth {
        IPausable removed = _pausables[index];
        _pausables[index] = _pausables[_pausables.length - 1];
        _pausables.pop();
        emit PausableRemoved(address(removed));
    }

    function updateSenderToPausable(address sender, IPausable pausable) external requiresAuth {
        senderToPausable[sender] = pausable;
        emit SenderToPausableUpdated(sender, address(pausable));
    }

    function pauseSingle(IPausable pausable) external requiresAuth {
        _pause(pausable);
    }

    function unpauseSingle(IPausable pausable) external requiresAuth {
        _unpause(pausable);
    }

    function pauseMultiple(IPausable[] calldata pausables) external requiresAuth {
        for (uint256 i; i < pausables.length; ++i) {
            _pause(pausables[i]);
        }
    }

    function unpauseMultiple(IPausable[] calldata pausables) external requiresAuth {
        for (uint256 i; i < pausables.length; ++i) {
            _unpause(pausables[i]);
        }
    }

    /// @notice Pauses the whole list; one contract that refuses stops it.
    function pauseAll() external requiresAuth {
        for (uint256 i; i < _pausables.length; ++i) {
            _pause(_pausables[i]);
        }
    }

    function unpauseAll() external requiresAuth {
        for (uint256 i; i < _pausables.length; ++i) {
            _unpause(_pausables[i]);
        }
    }

    function senderPause() external requiresAuth {
        _pause(senderToPausable[msg.sender]);
    }

    function senderUnpause() external requiresAuth {
        _unpause(senderToPausable[msg.sender]);
    }

    function _pause(IPausable pausable) private {
        pausable.pause();
        isPaused[address(pausable)] = true;
        emit PausablePaused(address(pausable));
    }

    function _unpause(IPausable pausable) private {
        pausable.unpause();
        isPaused[address(pausable)] = false;
        emit PausableUnpaused(address(pausable));
    }
}
