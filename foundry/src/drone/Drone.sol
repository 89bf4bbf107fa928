// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {DroneLib} from "./DroneLib.sol";

/// @notice A second account of a vault: it does what the vault says to the target in the calldata.
contract Drone is ERC721Holder, ERC1155Holder {
    /// @dev Below this much gas a plain transfer stays here instead of failing half way.
    uint256 private constant LEAST_GAS = 21_000;

    /// @notice The one account that may command this drone.
    address public immutable vault;
    /// @notice The gas that must be left for ETH to be passed on to the vault at once.
    uint256 public immutable safeGas;

    error Drone__OnlyVault();
    error Drone__NoTarget();

    constructor(address vault_, uint256 safeGas_) {
        vault = vault_;
        safeGas = safeGas_ < LEAST_GAS ? LEAST_GAS : safeGas_;
    }

    modifier onlyVault() {
        if (msg.sender != vault) revert Drone__OnlyVault();
        _;
    }

    /// @dev ETH from a protocol belongs to the vault; short of gas it waits for `withdrawNativeFromDrone`.
    receive() external payable {
        if (gasleft() >= safeGas) Address.sendValue(payable(vault), msg.value);
    }

    /// @dev The target gets the calldata as it came: the ABI ignores what stands behind the arguments.
    fallback(bytes calldata data) external payable onlyVault returns (bytes memory) {
        address target = DroneLib.targetOf(data);
        if (target == address(0)) revert Drone__NoTarget();
        return Address.functionCallWithValue(target, data, msg.value);
    }

    /// @notice Sends all ETH of the drone to the vault.
    function withdrawNativeFromDrone() external onlyVault {
        Address.sendValue(payable(vault), address(this).balance);
    }
}
