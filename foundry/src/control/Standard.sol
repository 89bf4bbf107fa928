// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// The contracts of OpenZeppelin that hold powers over a vault, compiled as they are published.
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";
import {
    TransparentUpgradeableProxy
} from "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
