// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {AllowListAuthentication} from "./AllowListAuthentication.sol";
import {CowOrder, KIND_SELL, cowValidToOf} from "../../decoder/CowOrder.sol";
import {CowSigning, CowTrade} from "./CowSigning.sol";
import {VaultRelayer} from "./VaultRelayer.sol";

/// @notice A call that a solver makes in the name of the settlement.
struct CowInteraction {
    address target;
    uint256 value;
    bytes callData;
}

/// @notice Fills orders of many owners at one price a token, in one transaction of a solver.
contract Settlement is CowSigning, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @dev What one order gets in this settlement.
    struct Fill {
        address receiver;
        address buyToken;
        uint256 buyAmount;
    }

    /// @dev Stands for the native coin as what is bought.
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    AllowListAuthentication public immutable authenticator;
    VaultRelayer public immutable vaultRelayer;
    /// @notice Units sold (bought, if the order buys); the most there is after an invalidation.
    mapping(bytes orderUid => uint256) public filledAmount;

    modifier onlySolver() {
        require(authenticator.isSolver(msg.sender), "GPv2: not a solver");
        _;
    }

    modifier onlyInteraction() {
        require(msg.sender == address(this), "GPv2: not an interaction");
        _;
    }

    constructor(address authenticator_) {
        authenticator = AllowListAuthentication(authenticator_);
        vaultRelayer = new VaultRelayer(address(this));
    }

    receive() external payable {}

    /// @notice Fills `trades` at `clearingPrices`, one price a token: what an order sells, times the
    /// price of its token, is what it buys, times the price of that, rounded for the order that sells.
    /// @param tokens what the trades name by index.
    /// @param clearingPrices of `tokens`, in any unit that they share.
    /// @param interactions before the orders pay, between that and their being paid, and after it.
    /// What is bought must be in this contract once the second of them are done.
    function settle(
        address[] calldata tokens,
        uint256[] calldata clearingPrices,
        CowTrade[] calldata trades,
        CowInteraction[][3] calldata interactions
    ) external nonReentrant onlySolver {
        _interact(interactions[0]);
        Fill[] memory fills = new Fill[](trades.length);
        VaultRelayer.Pull[] memory pulls = new VaultRelayer.Pull[](trades.length);
        for (uint256 at = 0; at < trades.length; ++at) {
            (fills[at], pulls[at]) = _fill(tokens, clearingPrices, trades[at]);
        }
        vaultRelayer.transferFromAccounts(pulls);
        _interact(interactions[1]);
        for (uint256 at = 0; at < fills.length; ++at) {
            _pay(fills[at]);
        }
        _interact(interactions[2]);
        emit Settlement(msg.sender);
    }

    /// @notice Ends an order of the caller for good.
    function invalidateOrder(bytes calldata orderUid) external {
        require(_ownerOf(orderUid) == msg.sender, "GPv2: caller does not own order");
        filledAmount[orderUid] = type(uint256).max;
        emit OrderInvalidated(msg.sender, orderUid);
    }

    /// @notice Forgets what was filled of orders that have expired.
    function freeFilledAmountStorage(bytes[] calldata orderUids) external onlyInteraction {
        for (uint256 at = 0; at < orderUids.length; ++at) {
            _requireExpired(orderUids[at]);
            filledAmount[orderUids[at]] = 0;
        }
    }

    /// @notice Forgets the pre-signatures of orders that have expired.
    function freePreSignatureStorage(bytes[] calldata orderUids) external onlyInteraction {
        for (uint256 at = 0; at < orderUids.length; ++at) {
            _requireExpired(orderUids[at]);
            preSignature[orderUids[at]] = 0;
        }
    }

    function _requireExpired(bytes calldata orderUid) private view {
        _ownerOf(orderUid);
        require(cowValidToOf(orderUid) < block.timestamp, "GPv2: order still valid");
    }

    function _interact(CowInteraction[] calldata interactions) private {
        for (uint256 at = 0; at < interactions.length; ++at) {
            CowInteraction calldata call = interactions[at];
            // Whoever could speak to the relayer could spend what every owner approved.
            require(call.target != address(vaultRelayer), "GPv2: forbidden interaction");
            (bool done, bytes memory answer) = call.target.call{value: call.value}(call.callData);
            if (!done) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
            emit Interaction(
                call.target,
                call.value,
                call.callData.length < 4 ? bytes4(0) : bytes4(call.callData[:4])
            );
        }
    }

    function _fill(
        address[] calldata tokens,
        uint256[] calldata clearingPrices,
        CowTrade calldata trade
    ) private returns (Fill memory fill, VaultRelayer.Pull memory pull) {
        CowOrder memory order = _orderOf(tokens, trade);
        (address owner, bytes memory uid) = _signerOf(order, trade);
        require(order.validTo >= block.timestamp, "GPv2: order expired");
        uint256 sellPrice = clearingPrices[trade.sellTokenIndex];
        uint256 buyPrice = clearingPrices[trade.buyTokenIndex];
        require(
            order.sellAmount * sellPrice >= order.buyAmount * buyPrice,
            "GPv2: limit price not respected"
        );
        bool isSale = order.kind == KIND_SELL;
        uint256 whole = isSale ? order.sellAmount : order.buyAmount;
        uint256 part = order.partiallyFillable ? trade.executedAmount : whole;
        uint256 sold = isSale ? part : part * buyPrice / sellPrice;
        uint256 bought = isSale ? Math.mulDiv(part, sellPrice, buyPrice, Math.Rounding.Ceil) : part;
        uint256 fee = order.partiallyFillable ? order.feeAmount * part / whole : order.feeAmount;
        // An invalidated order holds the most there is, and no sum with it may overflow.
        require(whole >= part && filledAmount[uid] <= whole - part, "GPv2: order filled");
        filledAmount[uid] += part;
        emit Trade(owner, order.sellToken, order.buyToken, sold + fee, bought, fee, uid);
        address receiver = order.receiver == address(0) ? owner : order.receiver;
        fill = Fill(receiver, order.buyToken, bought);
        pull = VaultRelayer.Pull(owner, IERC20(order.sellToken), sold + fee);
    }

    function _pay(Fill memory fill) private {
        if (fill.buyToken == NATIVE) Address.sendValue(payable(fill.receiver), fill.buyAmount);
        else IERC20(fill.buyToken).safeTransfer(fill.receiver, fill.buyAmount);
    }
}
