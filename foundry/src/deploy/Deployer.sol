// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CREATE3} from "solady/utils/CREATE3.sol";
import {Auth} from "../auth/Auth.sol";

/// @notice Deploys contracts at addresses that depend on this contract and a name, never on the code.
contract Deployer is Auth {
    event ContractDeployed(string name, address deployed);

    constructor(address owner) Auth(owner, address(0)) {}

    /// @notice Deploys `initCode` under `name` with `value` wei out of this contract's balance.
    /// @dev A name serves once; a second use, or a failing constructor, reverts `DeploymentFailed()`.
    function deploy(string calldata name, bytes calldata initCode, uint256 value)
        external
        payable
        requiresAuth
        returns (address deployed)
    {
        deployed = CREATE3.deployDeterministic(value, initCode, keccak256(bytes(name)));
        emit ContractDeployed(name, deployed);
    }

    /// @notice The address of the contract that is, or will be, deployed under `name`.
    function addressOf(string calldata name) external view returns (address) {
        return CREATE3.predictDeterministicAddress(keccak256(bytes(name)));
    }
}
