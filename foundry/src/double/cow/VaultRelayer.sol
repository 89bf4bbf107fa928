// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice What owners approve: it pulls for the settlement that made it, and for nobody else.
contract VaultRelayer {
    using SafeERC20 for IERC20;

    /// @dev What is taken from an owner.
    struct Pull {
        address account;
        IERC20 token;
        uint256 amount;
    }

    address private immutable _creator;

    constructor(address creator) {
        _creator = creator;
    }

    /// @notice Sends to the settlement what each account owes.
    function transferFromAccounts(Pull[] calldata pulls) external {
        require(msg.sender == _creator, "GPv2: not creator");
        for (uint256 at = 0; at < pulls.length; ++at) {
            pulls[at].token.safeTransferFrom(pulls[at].account, _creator, pulls[at].amount);
        }
    }
}
