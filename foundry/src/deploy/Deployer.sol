// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {CREATE3} from "solady/utils/CREATE3.sol";
import {Auth} from "../auth/Auth.sol";

/// @notice Deploys contracts at addresses that depend on this contract and a name, never on the code.
contract Deployer is Auth {
    struct Tx {
        address target;
        bytes data;
        uint256 value;
    }

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

    /// @notice Makes calls in order; one that fails undoes all.
    function bundleTxs(Tx[] calldata txs) external requiresAuth {
        for (uint256 i; i < txs.length; ++i) {
            Address.functionCallWithValue(txs[i].target, txs[i].data, txs[i].value);
        }
    }

    /// @notice The address of the contract that is, or will be, deployed under `name`.
    function addressOf(string calldata name) external view returns (address) {
        return CREATE3.predictDeterministicAddress(keccak256(bytes(name)));
    }
}
