// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {IQueueSolver} from "./IQueueSolver.sol";
import {WithdrawTerms} from "./WithdrawTerms.sol";

/// @notice Holds shares of those who want to leave until a solver brings the assets.
contract WithdrawQueue is WithdrawTerms, ReentrancyGuard {
    using EnumerableSet for EnumerableSet.Bytes32Set;
    using SafeTransferLib for address;

    struct OnChainWithdraw {
        uint96 nonce;
        address user;
        address assetOut;
        uint128 amountOfShares;
        uint128 amountOfAssets;
        uint40 creationTime;
        uint24 secondsToMaturity;
        uint24 secondsToDeadline;
    }

    /// @notice Number of the next request.
    uint96 public nonce = 1;

    EnumerableSet.Bytes32Set private _requestIds;

    event OnChainWithdrawRequested(
        bytes32 indexed requestId,
        address indexed user,
        address indexed assetOut,
        uint96 nonce,
        uint128 amountOfShares,
        uint128 amountOfAssets,
        uint40 creationTime,
        uint24 secondsToMaturity,
        uint24 secondsToDeadline
    );
    event OnChainWithdrawCancelled(
        bytes32 indexed requestId, address indexed user, uint256 timestamp
    );
    event OnChainWithdrawSolved(bytes32 indexed requestId, address indexed user, uint256 timestamp);

    error BoringOnChainQueue__BadUser();
    error BoringOnChainQueue__BadInput();
    error BoringOnChainQueue__RequestNotFound();
    error BoringOnChainQueue__NotMatured();
    error BoringOnChainQueue__DeadlinePassed();
    error BoringOnChainQueue__SolveAssetMismatch();
    error BoringOnChainQueue__PermitFailedAndAllowanceTooLow();

    constructor(address owner, address vault, address accountant)
        WithdrawTerms(owner, vault, accountant)
    {}

    /// @notice Asks for an asset at the rate of now less a discount.
    function requestOnChainWithdraw(
        address assetOut,
        uint128 amountOfShares,
        uint16 discount,
        uint24 secondsToDeadline
    ) external requiresAuth nonReentrant returns (bytes32) {
        return _take(assetOut, amountOfShares, discount, secondsToDeadline);
    }

    /// @notice The same with a signed approval of the shares.
    function requestOnChainWithdrawWithPermit(
        address assetOut,
        uint128 amountOfShares,
        uint16 discount,
        uint24 secondsToDeadline,
        uint256 permitDeadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external requiresAuth nonReentrant returns (bytes32) {
        address spender = address(this);
        try boringVault.permit(msg.sender, spender, amountOfShares, permitDeadline, v, r, s) {}
        catch {
            if (boringVault.allowance(msg.sender, spender) < amountOfShares) {
                revert BoringOnChainQueue__PermitFailedAndAllowanceTooLow();
            }
        }
        return _take(assetOut, amountOfShares, discount, secondsToDeadline);
    }

    /// @notice Gives the shares back to who asked.
    function cancelOnChainWithdraw(OnChainWithdraw calldata request)
        external
        requiresAuth
        nonReentrant
        returns (bytes32)
    {
        if (msg.sender != request.user) revert BoringOnChainQueue__BadUser();
        return _cancel(request);
    }

    /// @notice Gives the shares of others back to them.
    function cancelUserWithdraws(OnChainWithdraw[] calldata requests)
        external
        requiresAuth
        nonReentrant
        returns (bytes32[] memory cancelled)
    {
        cancelled = new bytes32[](requests.length);
        for (uint256 i; i < requests.length; ++i) {
            cancelled[i] = _cancel(requests[i]);
        }
    }

    /// @notice Asks anew for the same shares, at the rate of now and from now on.
    function replaceOnChainWithdraw(
        OnChainWithdraw calldata oldRequest,
        uint16 discount,
        uint24 secondsToDeadline
    ) external requiresAuth nonReentrant returns (bytes32 oldRequestId, bytes32 newRequestId) {
        if (msg.sender != oldRequest.user) revert BoringOnChainQueue__BadUser();
        oldRequestId = _remove(oldRequest);
        emit OnChainWithdrawCancelled(oldRequestId, oldRequest.user, block.timestamp);
        (address assetOut, uint128 shares) = (oldRequest.assetOut, oldRequest.amountOfShares);
        _checkTerms(assetOut, shares, discount, secondsToDeadline);
        newRequestId = _queue(assetOut, shares, discount, secondsToDeadline);
    }

    /// @notice Hands the shares to the solver, lets it act if there is data for it, and pays every user.
    function solveOnChainWithdraws(
        OnChainWithdraw[] calldata requests,
        bytes calldata solveData,
        address solver
    ) external requiresAuth nonReentrant {
        if (isPaused) revert BoringOnChainQueue__Paused();
        if (requests.length == 0) revert BoringOnChainQueue__BadInput();
        address asset = requests[0].assetOut;
        uint256 shares;
        uint256 assets;
        for (uint256 i; i < requests.length; ++i) {
            if (requests[i].assetOut != asset) revert BoringOnChainQueue__SolveAssetMismatch();
            _settle(requests[i]);
            shares += requests[i].amountOfShares;
            assets += requests[i].amountOfAssets;
        }
        address(boringVault).safeTransfer(solver, shares);
        if (solveData.length > 0) {
            IQueueSolver(solver)
                .boringSolve(msg.sender, address(boringVault), asset, shares, assets, solveData);
        }
        for (uint256 i; i < requests.length; ++i) {
            asset.safeTransferFrom(solver, requests[i].user, requests[i].amountOfAssets);
        }
    }

    function getRequestIds() external view returns (bytes32[] memory) {
        return _requestIds.values();
    }

    function getRequestId(OnChainWithdraw calldata request) external pure returns (bytes32) {
        return keccak256(abi.encode(request));
    }

    function _take(address assetOut, uint128 shares, uint16 discount, uint24 secondsToDeadline)
        private
        returns (bytes32)
    {
        _checkTerms(assetOut, shares, discount, secondsToDeadline);
        _takeCapacity(assetOut, shares);
        address(boringVault).safeTransferFrom(msg.sender, address(this), shares);
        return _queue(assetOut, shares, discount, secondsToDeadline);
    }

    function _queue(address assetOut, uint128 shares, uint16 discount, uint24 secondsToDeadline)
        private
        returns (bytes32 requestId)
    {
        OnChainWithdraw memory request = OnChainWithdraw({
            nonce: nonce++,
            user: msg.sender,
            assetOut: assetOut,
            amountOfShares: shares,
            amountOfAssets: previewAssetsOut(assetOut, shares, discount),
            creationTime: uint40(block.timestamp),
            secondsToMaturity: withdrawAssets[assetOut].secondsToMaturity,
            secondsToDeadline: secondsToDeadline
        });
        requestId = keccak256(abi.encode(request));
        _requestIds.add(requestId);
        emit OnChainWithdrawRequested(
            requestId,
            request.user,
            assetOut,
            request.nonce,
            shares,
            request.amountOfAssets,
            request.creationTime,
            request.secondsToMaturity,
            secondsToDeadline
        );
    }

    function _cancel(OnChainWithdraw calldata request) private returns (bytes32 requestId) {
        requestId = _remove(request);
        _giveCapacity(request.assetOut, request.amountOfShares);
        address(boringVault).safeTransfer(request.user, request.amountOfShares);
        emit OnChainWithdrawCancelled(requestId, request.user, block.timestamp);
    }

    function _settle(OnChainWithdraw calldata request) private {
        uint256 maturity = uint256(request.creationTime) + request.secondsToMaturity;
        if (block.timestamp < maturity) revert BoringOnChainQueue__NotMatured();
        if (block.timestamp > maturity + request.secondsToDeadline) {
            revert BoringOnChainQueue__DeadlinePassed();
        }
        bytes32 requestId = _remove(request);
        emit OnChainWithdrawSolved(requestId, request.user, block.timestamp);
    }

    function _remove(OnChainWithdraw calldata request) private returns (bytes32 requestId) {
        requestId = keccak256(abi.encode(request));
        if (!_requestIds.remove(requestId)) revert BoringOnChainQueue__RequestNotFound();
    }
}
