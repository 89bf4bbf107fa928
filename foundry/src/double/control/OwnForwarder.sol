// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @notice Forwards calls of the account itself: what a key may delegate to without giving anything away.
contract OwnForwarder {
    using Address for address;

    error OwnForwarder__OnlySelf();

    function forward(address target, bytes calldata data) external returns (bytes memory result) {
        if (msg.sender != address(this)) revert OwnForwarder__OnlySelf();
        result = target.functionCall(data);
    }
}
