// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The list of those who may settle; a manager keeps it.
contract AllowListAuthentication {
    address public manager;
    mapping(address account => bool) public isSolver;

    event ManagerChanged(address newManager, address oldManager);
    event SolverAdded(address solver);
    event SolverRemoved(address solver);

    modifier onlyManager() {
        require(msg.sender == manager, "GPv2: caller not manager");
        _;
    }

    constructor(address manager_) {
        manager = manager_;
        emit ManagerChanged(manager_, address(0));
    }

    function setManager(address manager_) external onlyManager {
        emit ManagerChanged(manager_, manager);
        manager = manager_;
    }

    function addSolver(address solver) external onlyManager {
        isSolver[solver] = true;
        emit SolverAdded(solver);
    }

    function removeSolver(address solver) external onlyManager {
        isSolver[solver] = false;
        emit SolverRemoved(solver);
    }
}
