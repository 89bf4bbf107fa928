// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Auth} from "../../auth/Auth.sol";

/// @notice Stands in a Pauser's list and refuses it: one such entry stops a round.
contract StubbornPausable is Auth {
    constructor(address owner) Auth(owner, address(0)) {}

    function pause() external requiresAuth {}

    function unpause() external requiresAuth {}
}
