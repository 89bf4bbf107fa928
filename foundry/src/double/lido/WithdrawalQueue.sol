// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {StEth} from "./StEth.sol";

/// @notice unstETH-like queue: stETH in, an NFT out, ether once the owner has finalized.
contract WithdrawalQueue is ERC721, Ownable {
    event WithdrawalRequested(
        uint256 indexed requestId,
        address indexed requestor,
        address indexed owner,
        uint256 amountOfStETH,
        uint256 amountOfShares
    );
    event WithdrawalsFinalized(
        uint256 indexed from,
        uint256 indexed to,
        uint256 amountOfETHLocked,
        uint256 sharesToBurn,
        uint256 timestamp
    );
    event WithdrawalClaimed(
        uint256 indexed requestId,
        address indexed owner,
        address indexed receiver,
        uint256 amountOfETH
    );

    error RequestAmountTooSmall(uint256 amountOfStETH);
    error RequestAmountTooLarge(uint256 amountOfStETH);
    error RequestNotFoundOrNotFinalized(uint256 requestId);
    error RequestAlreadyClaimed(uint256 requestId);
    error InvalidRequestId(uint256 requestId);
    error NotOwner(address sender, address owner);
    error ArraysLengthMismatch(uint256 requestIds, uint256 hints);
    error CantSendValueRecipientMayHaveReverted();

    struct Request {
        uint128 amountOfStETH;
        uint128 shares;
        uint128 claimable;
        bool isClaimed;
    }

    uint256 public constant MIN_STETH_WITHDRAWAL_AMOUNT = 100;
    uint256 public constant MAX_STETH_WITHDRAWAL_AMOUNT = 1000 ether;

    StEth public immutable STETH;
    uint256 public getLastRequestId;
    uint256 public getLastFinalizedRequestId;
    mapping(uint256 => Request) private _requests;

    constructor(address owner, address stEth)
        ERC721("stETH Withdrawal NFT", "unstETH")
        Ownable(owner)
    {
        STETH = StEth(payable(stEth));
    }

    receive() external payable {}

    /// @notice Queues every amount; a zero `owner` stands for the caller.
    function requestWithdrawals(uint256[] calldata amounts, address owner)
        external
        returns (uint256[] memory requestIds)
    {
        address holder = owner == address(0) ? msg.sender : owner;
        requestIds = new uint256[](amounts.length);
        for (uint256 i; i < amounts.length; i++) {
            requestIds[i] = _request(amounts[i], holder);
        }
    }

    /// @notice Pays the requests up to `lastId`: what was asked, or what its shares are worth if less.
    function finalize(uint256 lastId) external onlyOwner {
        uint256 first = getLastFinalizedRequestId + 1;
        if (lastId < first || lastId > getLastRequestId) revert InvalidRequestId(lastId);
        (uint256 locked, uint256 burnt) = (0, 0);
        for (uint256 id = first; id <= lastId; id++) {
            Request storage request = _requests[id];
            uint256 worth = STETH.getPooledEthByShares(request.shares);
            request.claimable = uint128(Math.min(request.amountOfStETH, worth));
            locked += request.claimable;
            burnt += request.shares;
        }
        getLastFinalizedRequestId = lastId;
        STETH.redeemForQueue(burnt, locked);
        emit WithdrawalsFinalized(first, lastId, locked, burnt, block.timestamp);
    }

    function claimWithdrawal(uint256 requestId) external {
        _claim(requestId);
    }

    /// @notice Claims several; the hints are counted, not read.
    function claimWithdrawals(uint256[] calldata requestIds, uint256[] calldata hints) external {
        if (requestIds.length != hints.length) {
            revert ArraysLengthMismatch(requestIds.length, hints.length);
        }
        for (uint256 i; i < requestIds.length; i++) {
            _claim(requestIds[i]);
        }
    }

    function getClaimableEther(uint256 requestId) external view returns (uint256) {
        return _requests[requestId].isClaimed ? 0 : _requests[requestId].claimable;
    }

    function _request(uint256 amount, address holder) private returns (uint256 requestId) {
        if (amount < MIN_STETH_WITHDRAWAL_AMOUNT) revert RequestAmountTooSmall(amount);
        if (amount > MAX_STETH_WITHDRAWAL_AMOUNT) revert RequestAmountTooLarge(amount);
        uint256 shares = STETH.getSharesByPooledEth(amount);
        STETH.transferFrom(msg.sender, address(this), amount);
        requestId = ++getLastRequestId;
        _requests[requestId] = Request(uint128(amount), uint128(shares), 0, false);
        emit WithdrawalRequested(requestId, msg.sender, holder, amount, shares);
        _mint(holder, requestId);
    }

    function _claim(uint256 requestId) private {
        if (requestId == 0 || requestId > getLastFinalizedRequestId) {
            revert RequestNotFoundOrNotFinalized(requestId);
        }
        Request storage request = _requests[requestId];
        if (request.isClaimed) revert RequestAlreadyClaimed(requestId);
        address holder = ownerOf(requestId);
        if (holder != msg.sender) revert NotOwner(msg.sender, holder);
        request.isClaimed = true;
        _burn(requestId);
        (bool sent,) = msg.sender.call{value: request.claimable}("");
        if (!sent) revert CantSendValueRecipientMayHaveReverted();
        emit WithdrawalClaimed(requestId, holder, msg.sender, request.claimable);
    }
}
