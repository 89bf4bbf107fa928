// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {OFTCore} from "./OFTCore.sol";

/// @notice Locks another token when it is sent and unlocks it when it arrives.
contract OFTAdapter is OFTCore {
    using SafeERC20 for IERC20;

    IERC20 private immutable _token;

    constructor(address owner_, address token_, uint8 tokenDecimals, uint256 nativeFee_)
        OFTCore(owner_, tokenDecimals, nativeFee_)
    {
        _token = IERC20(token_);
    }

    function token() external view override returns (address) {
        return address(_token);
    }

    function approvalRequired() external pure override returns (bool) {
        return true;
    }

    function _debit(address from, uint256 amount) internal override {
        _token.safeTransferFrom(from, address(this), amount);
    }

    function _credit(address to, uint256 amount) internal override {
        _token.safeTransfer(to, amount);
    }
}
