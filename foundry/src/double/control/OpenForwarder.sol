// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @notice Forwards any call of anybody: what a careless batch contract does, also for a key that delegates to it.
contract OpenForwarder {
    using Address for address;

    function forward(address target, bytes calldata data) external returns (bytes memory result) {
        result = target.functionCall(data);
    }
}
