// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @notice Holds a power, and its code is on no list: it forwards calls of whoever sent the transaction that made it.
contract UnknownHolder {
    using Address for address;

    address private immutable _MASTER;

    error UnknownHolder__NotMine();

    constructor(address master) {
        _MASTER = master;
    }

    function forward(address target, bytes calldata data) external returns (bytes memory result) {
        if (msg.sender != _MASTER) revert UnknownHolder__NotMine();
        result = target.functionCall(data);
    }
}
