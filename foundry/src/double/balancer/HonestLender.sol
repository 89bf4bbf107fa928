// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FlashLender} from "./FlashLender.sol";
import {PoolBook} from "./PoolBook.sol";

/// @notice The whole Balancer v2-like vault: pools, and loans whose data comes back as it was given.
contract HonestLender is PoolBook {
    constructor(address owner_) FlashLender(owner_) {}

    function _handOver(bytes calldata userData) internal pure override returns (bytes memory) {
        return userData;
    }
}
