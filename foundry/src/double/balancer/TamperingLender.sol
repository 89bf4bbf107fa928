// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FlashLender} from "./FlashLender.sol";

/// @notice Lends, and calls back with the borrower's data plus one byte.
contract TamperingLender is FlashLender {
    constructor(address owner_) FlashLender(owner_) {}

    function _handOver(bytes calldata userData) internal pure override returns (bytes memory) {
        return bytes.concat(userData, hex"01");
    }
}
