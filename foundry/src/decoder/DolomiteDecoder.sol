// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {TooManyEntries} from "./DecoderError.sol";

/// @notice What is read of Dolomite: the token that a market's number stands for.
interface IDolomiteMargin {
    function getMarketTokenAddress(uint256 marketId) external view returns (address);
}

/// @dev Which accounts may not end below zero.
enum BalanceCheckFlag {
    Both,
    From,
    To,
    None
}

/// @notice Dolomite: deposits, borrow positions and transfers. One market is closed at a time.
contract DolomiteDecoder is BaseDecoder {
    IDolomiteMargin public immutable dolomiteMargin;

    constructor(address dolomiteMargin_) {
        dolomiteMargin = IDolomiteMargin(dolomiteMargin_);
    }

    function depositETH(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function depositETHIntoDefaultAccount() external pure virtual returns (bytes memory) {
        return "";
    }

    function depositWei(uint256, uint256 marketId, uint256)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function depositWeiIntoDefaultAccount(uint256 marketId, uint256)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function depositPar(uint256, uint256 marketId, uint256)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function depositParIntoDefaultAccount(uint256 marketId, uint256)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function withdrawETH(uint256, uint256, BalanceCheckFlag)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }

    function withdrawETHFromDefaultAccount(uint256, BalanceCheckFlag)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }

    function withdrawWei(uint256, uint256 marketId, uint256, BalanceCheckFlag)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function withdrawWeiFromDefaultAccount(uint256 marketId, uint256, BalanceCheckFlag)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function withdrawPar(uint256, uint256 marketId, uint256, BalanceCheckFlag)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function withdrawParFromDefaultAccount(uint256 marketId, uint256, BalanceCheckFlag)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function openBorrowPosition(uint256, uint256, uint256 marketId, uint256, BalanceCheckFlag)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function openBorrowPositionWithDifferentAccounts(
        address fromOwner,
        uint256,
        address toOwner,
        uint256,
        uint256 marketId,
        uint256,
        BalanceCheckFlag
    ) external view virtual returns (bytes memory) {
        return abi.encodePacked(fromOwner, toOwner, _tokenOf(marketId));
    }

    function transferBetweenAccounts(uint256, uint256, uint256 marketId, uint256, BalanceCheckFlag)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function transferBetweenAccountsWithDifferentAccounts(
        address fromOwner,
        uint256,
        address toOwner,
        uint256,
        uint256 marketId,
        uint256,
        BalanceCheckFlag
    ) external view virtual returns (bytes memory) {
        return abi.encodePacked(fromOwner, toOwner, _tokenOf(marketId));
    }

    function repayAllForBorrowPosition(uint256, uint256, uint256 marketId, BalanceCheckFlag)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(marketId));
    }

    function repayAllForBorrowPositionWithDifferentAccounts(
        address fromOwner,
        uint256,
        address borrowOwner,
        uint256,
        uint256 marketId,
        BalanceCheckFlag
    ) external view virtual returns (bytes memory) {
        return abi.encodePacked(fromOwner, borrowOwner, _tokenOf(marketId));
    }

    function closeBorrowPosition(uint256, uint256, uint256[] calldata marketIds)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(_tokenOf(_one(marketIds)));
    }

    function closeBorrowPositionWithDifferentAccounts(
        address borrowOwner,
        uint256,
        address toOwner,
        uint256,
        uint256[] calldata marketIds
    ) external view virtual returns (bytes memory) {
        return abi.encodePacked(borrowOwner, toOwner, _tokenOf(_one(marketIds)));
    }

    function _tokenOf(uint256 marketId) private view returns (address) {
        return dolomiteMargin.getMarketTokenAddress(marketId);
    }

    function _one(uint256[] calldata marketIds) private pure returns (uint256) {
        if (marketIds.length > 1) revert TooManyEntries();
        return marketIds[0];
    }
}
