// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {NotOneAmount} from "./DecoderError.sol";

/// @notice What is read of the vault: the tokens that its amounts belong to, in order.
interface IDvStETH {
    function underlyingTokens() external view returns (address[] memory);
}

/// @notice The decentralised-validator vault of Mellow: a deposit is of one token, whichever form it
/// has.
contract DvStETHDecoder is BaseDecoder {
    IDvStETH public immutable dvStETH;

    constructor(address dvStETH_) {
        dvStETH = IDvStETH(dvStETH_);
    }

    function deposit(
        address depositToken,
        uint256,
        address vault,
        address receiver,
        address referral
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(depositToken, vault, receiver, referral);
    }

    function deposit(address to, uint256[] calldata amounts, uint256, uint256, uint256)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_only(amounts), to);
    }

    function registerWithdrawal(address to, uint256, uint256[] calldata, uint256, uint256, bool)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function cancelWithdrawalRequest() external pure virtual returns (bytes memory) {
        return "";
    }

    function emergencyWithdraw(uint256[] calldata, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }

    /// @dev The zero address where every amount is zero.
    function _only(uint256[] calldata amounts) private view returns (address token) {
        bool isFound;
        for (uint256 i; i < amounts.length; ++i) {
            if (amounts[i] == 0) continue;
            if (isFound) revert NotOneAmount();
            isFound = true;
            token = dvStETH.underlyingTokens()[i];
        }
    }
}
